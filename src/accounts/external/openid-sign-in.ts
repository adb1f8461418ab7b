import type { Settings } from '../../settings/index.ts';
import type { User } from '../users/store.ts';
import type { ExternalUsers } from './external-users.ts';
import { createFlowSeal, type Flow } from './flow-cookie.ts';
import { identityOf, readGroupRoles } from './openid-claims.ts';
import { describeProblem, problemOf, type SignInProblem } from './openid-problems.ts';
import { createOpenIdProvider, newFlow } from './openid-provider.ts';

export interface Problem {
  readonly problem: SignInProblem;
  /** Path the person wanted to go to, when that is known. */
  readonly returnTo: string;
  /** For the log. */
  readonly details?: object;
}

/** Sign-in through the OpenID Connect provider of the settings. */
export interface OpenIdSignIn {
  /** Where to send somebody who wants to sign in, and what his browser must bring back. */
  begin(redirectUri: URL, returnTo: string): Promise<{ readonly address: URL; readonly cookie: string } | Problem>;
  /**
   * Who came back from the provider.
   *
   * @param callback address he came back to, with its query
   * @param cookie what `begin` gave his browser
   */
  finish(
    callback: URL,
    cookie: string | undefined,
    address: string,
  ): Promise<{ readonly user: User; readonly returnTo: string } | Problem>;
}

export function createOpenIdSignIn(
  settings: Settings['openId'] & { readonly issuer: string },
  secret: string,
  users: ExternalUsers,
): OpenIdSignIn {
  const groupRoles = readGroupRoles(settings);
  const provider = createOpenIdProvider(settings);
  const { seal, open } = createFlowSeal(secret);
  const problem = (error: unknown, { returnTo }: Pick<Flow, 'returnTo'>): Problem => ({
    problem: problemOf(error),
    returnTo,
    details: describeProblem(error),
  });

  return {
    async begin(redirectUri, returnTo) {
      const flow = newFlow(returnTo);
      try {
        return { address: await provider.address(redirectUri, flow), cookie: await seal(flow) };
      } catch (error) {
        return problem(error, flow);
      }
    },

    async finish(callback, cookie, address) {
      const flow = await open(cookie);
      if (flow === undefined) return { problem: 'expired', returnTo: '/' };
      let identity;
      try {
        identity = identityOf(await provider.claims(callback, flow), settings, groupRoles);
      } catch (error) {
        return problem(error, flow);
      }
      const admission = await users.admit(identity, address);
      const { returnTo } = flow;
      return 'user' in admission ? { user: admission.user, returnTo } : { problem: admission.refused, returnTo };
    },
  };
}
