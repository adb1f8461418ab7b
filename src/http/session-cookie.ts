import type { FastifyReply, FastifyRequest } from 'fastify';
import { TOKEN_COOKIE } from './credentials.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Users reach the service over https, whatever its own connection is: a proxy before it ends TLS. */
    behindHttps: boolean;
  }
}

/**
 * Sets the session token as a cookie no script can read and no other site's request carries.
 *
 * @param session with its end in seconds since 1970
 */
export function setSessionCookie(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  session: { readonly token: string; readonly expires: number },
): void {
  void reply.setCookie(TOKEN_COOKIE, session.token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.server.behindHttps || request.protocol === 'https',
    expires: new Date(session.expires * 1000),
  });
}

export function clearSessionCookie(reply: FastifyReply): void {
  void reply.clearCookie(TOKEN_COOKIE, { path: '/' });
}
