import Type from 'typebox';
import { Empty, refuseCrossSite, route, TOKEN_COOKIE, type Route, type RouteContext } from '../../http/index.ts';
import type { Accounts, Session } from './service.ts';

const SessionBody = Type.Object({
  username: Type.String(),
  userName: Type.String({ description: 'The same, under the specification’s name' }),
  email: Type.String(),
  roles: Type.Array(Type.String()),
  token: Type.String({ description: 'Send it as `Authorization: Bearer …`' }),
  expires: Type.Integer({ description: 'Seconds since 1970' }),
  mustChangePassword: Type.Boolean({ description: 'The password is still the one of the first start' }),
});

const cookieField = Type.Optional(
  Type.Boolean({ description: 'Also set the token as an HttpOnly cookie, for web pages', default: false }),
);

/** Routes of sign-in and of the own account. */
export function accountRoutes(accounts: Accounts): Route[] {
  return [
    route({
      method: 'POST',
      path: '/users/authenticate',
      access: 'anonymous',
      tag: 'Users',
      summary: 'Sign in with name and password',
      body: Type.Object({
        userName: Type.Optional(Type.String({ maxLength: 256, description: '`username` is taken too' })),
        password: Type.String({ maxLength: 1024 }),
        cookie: cookieField,
      }),
      response: { 200: SessionBody },
      handle: async ({ body, request, reply }) => {
        // Else another site could sign a visitor in as somebody else, who then sees what the visitor uploads.
        if (body.cookie) refuseCrossSite(request);
        const session = await accounts.signIn(body.userName ?? '', body.password);
        return answer(session, body.cookie, { request, reply });
      },
    }),
    route({
      method: 'POST',
      path: '/users/authenticate/refresh',
      access: 'signed-in',
      tag: 'Users',
      summary: 'Get a new token before the present one expires',
      body: Type.Object({ cookie: cookieField }),
      response: { 200: SessionBody },
      handle: async ({ body, request, reply, signedIn }) =>
        answer(await accounts.refresh(signedIn()), body.cookie, { request, reply }),
    }),
    route({
      method: 'POST',
      path: '/users/logout',
      access: 'anonymous',
      tag: 'Users',
      summary: 'Remove the cookie set at sign-in',
      response: { 204: Empty },
      handle: async ({ request, reply }) => {
        refuseCrossSite(request);
        await reply.clearCookie(TOKEN_COOKIE, { path: '/' }).code(204).send();
      },
    }),
    route({
      method: 'GET',
      path: '/users/me',
      access: 'signed-in',
      tag: 'Users',
      summary: 'The signed-in user',
      response: {
        200: Type.Object({
          userName: Type.String(),
          email: Type.String(),
          roles: Type.Array(Type.String()),
          mustChangePassword: Type.Boolean({ description: 'The password is still the one of the first start' }),
          expires: Type.Union([Type.Integer(), Type.Null()], { description: 'End of the token, seconds since 1970' }),
        }),
      },
      handle: async ({ signedIn }) => {
        const caller = signedIn();
        const { name, email, roles, mustChangePassword } = await accounts.profile(caller);
        return { userName: name, email, roles, mustChangePassword, expires: caller.tokenExpires ?? null };
      },
    }),
    route({
      method: 'POST',
      path: '/users/changepwd',
      access: 'signed-in',
      tag: 'Users',
      summary: 'Change the own password',
      description: 'Every token issued before is dead afterwards; the answer holds a new one.',
      body: Type.Object({
        oldPassword: Type.String({ maxLength: 1024 }),
        newPassword: Type.String({ maxLength: 2048 }),
        cookie: cookieField,
      }),
      response: { 200: SessionBody },
      handle: async ({ body, request, reply, signedIn }) =>
        answer(await accounts.changePassword(signedIn(), body.oldPassword, body.newPassword), body.cookie, {
          request,
          reply,
        }),
    }),
  ];
}

function answer(
  session: Session,
  cookie: boolean | undefined,
  { request, reply }: Pick<RouteContext<unknown, unknown, unknown>, 'request' | 'reply'>,
) {
  const { token, expires, user } = session;
  void reply.header('cache-control', 'no-store');
  if (cookie) {
    void reply.setCookie(TOKEN_COOKIE, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: request.protocol === 'https',
      expires: new Date(expires * 1000),
    });
  }
  const { name, email, roles, mustChangePassword } = user;
  return { username: name, userName: name, email, roles, token, expires, mustChangePassword };
}
