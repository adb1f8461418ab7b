import { LRUCache } from 'lru-cache';
import * as openid from 'openid-client';
import type { Settings } from '../../settings/index.ts';
import type { Flow } from './flow-cookie.ts';

/** A person waits for each answer of the provider. */
const TIME_LIMIT_SECONDS = 10;
const CLOCK_TOLERANCE_SECONDS = 30;
/** Addresses of a provider hardly ever change; its keys are fetched again when one is not known. */
const REMEMBERED_MS = 3_600_000;

export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

/** The OpenID Connect provider of the settings: authorization code with PKCE, state and nonce. */
export interface OpenIdProvider {
  /** Where to send somebody who wants to sign in. */
  address(redirectUri: URL, flow: Flow): Promise<URL>;
  /**
   * Who came back, by the code in the address he came back to.
   *
   * @throws errors of openid-client; what is refused, forged or used before is among them
   */
  claims(callback: URL, flow: Flow): Promise<Claims>;
}

type OpenIdSettings = Settings['openId'] & { readonly issuer: string };

/** Asks nothing of the provider before somebody signs in, so that the service starts without it. */
export function createOpenIdProvider(settings: OpenIdSettings): OpenIdProvider {
  const issuer = new URL(settings.issuer);
  const remembered = new LRUCache<string, openid.Configuration>({
    max: 1,
    ttl: REMEMBERED_MS,
    fetchMethod: () => discover(issuer, settings),
  });
  // One question for all who want to sign in at the same moment; a failed one is not remembered.
  const configuration = (): Promise<openid.Configuration> => remembered.forceFetch('');

  return {
    async address(redirectUri, { state, nonce, verifier }) {
      return openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri.href,
        scope: settings.scopes.join(' '),
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },

    async claims(callback, { state, nonce, verifier }) {
      const provider = await configuration();
      const tokens = await openid.authorizationCodeGrant(provider, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const told = tokens.claims()!;
      if (provider.serverMetadata().userinfo_endpoint === undefined) return told;
      // Most providers put groups and names there only.
      const more = await openid.fetchUserInfo(provider, tokens.access_token, told.sub);
      return { ...more, ...told };
    },
  };
}

function discover(issuer: URL, settings: OpenIdSettings): Promise<openid.Configuration> {
  // The protocol is the administrator's choice; http is for a provider on the same machine.
  const plain = issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [];
  return openid.discovery(
    issuer,
    settings.clientId,
    {
      ...(settings.clientSecret === undefined ? {} : { client_secret: settings.clientSecret }),
      [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    },
    undefined,
    // Signatures of ID tokens are checked also where TLS already vouches for them.
    { execute: [...plain, openid.enableNonRepudiationChecks], timeout: TIME_LIMIT_SECONDS },
  );
}

/** Values of one flow that nobody can guess. */
export function newFlow(returnTo: string): Flow {
  return {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
    returnTo,
  };
}
