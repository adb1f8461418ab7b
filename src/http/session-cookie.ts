import type { FastifyReply, FastifyRequest } from 'fastify';
import { TOKEN_COOKIE } from './credentials.ts';
import { DEVICE_COOKIE } from './sign-in-context.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Users reach the service over https, whatever its own connection is: a proxy before it ends TLS. */
    behindHttps: boolean;
  }
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** @param session with its end in seconds since 1970 */
export function setSessionCookie(
  exchange: Exchange,
  session: { readonly token: string; readonly expires: number },
): void {
  setCookie(exchange, TOKEN_COOKIE, session.token, { expires: new Date(session.expires * 1000) });
}

/** The device cookie outlives the session: signing out keeps it. */
export function setDeviceCookie(exchange: Exchange, token: string, maxAgeSeconds: number): void {
  setCookie(exchange, DEVICE_COOKIE, token, { maxAge: maxAgeSeconds });
}

export function clearSessionCookie(reply: FastifyReply): void {
  void reply.clearCookie(TOKEN_COOKIE, { path: '/' });
}

export function clearDeviceCookie(reply: FastifyReply): void {
  void reply.clearCookie(DEVICE_COOKIE, { path: '/' });
}

/** Sets a cookie that no script can read and that requests of other sites do not carry. */
function setCookie(
  { request, reply }: Exchange,
  name: string,
  value: string,
  end: { readonly expires: Date } | { readonly maxAge: number },
): void {
  const secure = request.server.behindHttps || request.protocol === 'https';
  void reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'strict', secure, ...end });
}
