import Type from 'typebox';
import { fail } from '../../errors/index.ts';
import { Empty, route, setSessionCookie, type Route, type RouteContext } from '../../http/index.ts';
import type { User } from '../users/store.ts';
import { FLOW_COOKIE, FLOW_SECONDS } from './flow-cookie.ts';
import { localPath } from './local-path.ts';
import type { OpenIdSignIn, Problem } from './openid-sign-in.ts';

export const OPENID_LOGIN_PATH = '/users/openid/login';
const CALLBACK_PATH = '/users/openid/callback';
const LOGIN_PAGE = '/login';
/** Longest query a provider sends back: a code, a state, an issuer. */
const MAX_QUERY_LENGTH = 8192;

type Context = Pick<RouteContext<unknown, unknown, unknown>, 'request' | 'reply'>;

export interface OpenIdRoutesOptions {
  /** Absent: no provider is set up, and the addresses say so. */
  readonly openId: OpenIdSignIn | undefined;
  readonly startSession: (user: User) => Promise<{ readonly token: string; readonly expires: number }>;
  /** Address users reach the service at, for the address the provider sends them back to. */
  readonly originOf: (request: { readonly protocol: string; readonly host: string }) => URL;
}

/** Routes of sign-in through an OpenID Connect provider: pages a browser is sent through, not calls of a program. */
export function openIdRoutes({ openId, startSession, originOf }: OpenIdRoutesOptions): Route[] {
  const configured = (): OpenIdSignIn => {
    if (openId === undefined) throw fail('not-found', 'No OpenID Connect provider is set up (`OpenId.Issuer`).');
    return openId;
  };
  /** The address users come back to, below the path the service may have behind a proxy. */
  const callbackAddress = (request: Context['request']): URL => {
    const address = new URL(originOf(request));
    address.pathname = address.pathname.replace(/\/$/, '') + CALLBACK_PATH;
    return address;
  };

  return [
    route({
      method: 'GET',
      path: OPENID_LOGIN_PATH,
      access: 'anonymous',
      tag: 'Users',
      summary: 'Sign in at the OpenID Connect provider',
      description: 'Leads a browser to the provider; when it does not answer, to the sign-in page with `problem`.',
      query: Type.Object({
        return: Type.Optional(Type.String({ maxLength: 4096, description: 'Path to go to when signed in' })),
      }),
      response: { 302: Empty },
      handle: async ({ query, request, reply }) => {
        const returnTo = localPath(query.return ?? '/');
        const redirectUri = callbackAddress(request);
        const begun = await configured().begin(redirectUri, returnTo);
        if ('problem' in begun) return showProblem({ request, reply }, begun);
        void reply.setCookie(FLOW_COOKIE, begun.cookie, { ...flowCookie(redirectUri), maxAge: FLOW_SECONDS });
        return redirect(reply, begun.address.href);
      },
    }),
    route({
      method: 'GET',
      path: CALLBACK_PATH,
      access: 'anonymous',
      tag: 'Users',
      summary: 'Where the OpenID Connect provider sends a browser back to',
      description: 'Sets the cookie of a session and leads to the wanted page, or to the sign-in page with `problem`.',
      query: Type.Object({}, { additionalProperties: true }),
      response: { 302: Empty },
      handle: async ({ request, reply }) => {
        const callback = callbackAddress(request);
        const [, search = ''] = /^[^?]*(\?.*)?$/.exec(request.url.slice(0, MAX_QUERY_LENGTH))!;
        callback.search = search;
        // Good for one answer, whatever it is.
        void reply.clearCookie(FLOW_COOKIE, flowCookie(callback));
        const finished = await configured().finish(callback, request.cookies[FLOW_COOKIE], request.ip);
        if ('problem' in finished) return showProblem({ request, reply }, finished);
        setSessionCookie({ request, reply }, await startSession(finished.user));
        return redirect(reply, finished.returnTo);
      },
    }),
  ];
}

/** Lax, not strict: who comes back from the provider was sent here by another site. */
function flowCookie({ pathname, protocol }: URL) {
  return { path: pathname, httpOnly: true, sameSite: 'lax', secure: protocol === 'https:' } as const;
}

function showProblem({ request, reply }: Context, { problem, returnTo, details }: Problem) {
  request.log.warn({ problem, ...details }, 'sign-in at the provider');
  const query = new URLSearchParams({ problem, ...(returnTo === '/' ? {} : { return: returnTo }) });
  return redirect(reply, `${LOGIN_PAGE}?${query.toString()}`);
}

function redirect(reply: Context['reply'], to: string) {
  return reply.header('cache-control', 'no-store').redirect(to, 302);
}
