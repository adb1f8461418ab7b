import Type from 'typebox';
import { fail } from '../../errors/index.ts';
import {
  clearDeviceCookie,
  clearSessionCookie,
  Empty,
  refuseCrossSite,
  route,
  setDeviceCookie,
  setSessionCookie,
  signInContext,
  type Route,
  type RouteContext,
} from '../../http/index.ts';
import { DEVICE_LIFETIME_SECONDS } from './known-devices.ts';
import { proofHeader } from './proof-header.ts';
import type { Accounts, Session, SignInInput } from './service.ts';

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
  Type.Boolean({
    description: 'Also set the token as an HttpOnly cookie, for web pages, and remember the device',
    default: false,
  }),
);

const tokensField = Type.Optional(
  Type.Boolean({ description: 'Also delete the own access tokens and links', default: false }),
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
      description:
        'After too many wrong passwords it answers 429. For a name under attack the answer holds a `challenge`: solve it and send the solution as `Sign-In-Proof`.',
      headers: proofHeader,
      body: Type.Object({
        userName: Type.Optional(Type.String({ maxLength: 256, description: '`username` is taken too' })),
        password: Type.Optional(Type.String({ maxLength: 1024 })),
        token: Type.Optional(
          Type.String({ maxLength: 16_384, description: 'Of the sign-in provider, instead of name and password' }),
        ),
        cookie: cookieField,
      }),
      response: { 200: SessionBody },
      handle: async ({ body, request, reply }) => {
        // Else another site could sign a visitor in as somebody else, who then sees what the visitor uploads.
        if (body.cookie) refuseCrossSite(request);
        const session = await accounts.signIn(signInInput(body), signInContext(request));
        return answer(session, body.cookie, { request, reply });
      },
    }),
    route({
      method: 'POST',
      path: '/users/authenticate/refresh',
      access: 'signed-in',
      session: true,
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
        clearSessionCookie(reply);
        void reply.code(204);
      },
    }),
    route({
      method: 'POST',
      path: '/users/logout/everywhere',
      access: 'signed-in',
      session: true,
      tag: 'Users',
      summary: 'End every session of the own account, this one too',
      body: Type.Object({ tokens: tokensField }),
      response: { 204: Empty },
      handle: async ({ body, signedIn, actor, reply }) => {
        await accounts.signOutEverywhere(signedIn(), body.tokens ?? false, actor());
        clearSessionCookie(reply);
        clearDeviceCookie(reply);
        void reply.code(204);
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
          language: Type.Optional(
            Type.String({ description: 'Of the pages, `en` or `de`; absent: that of the browser' }),
          ),
          expires: Type.Union([Type.Integer(), Type.Null()], { description: 'End of the token, seconds since 1970' }),
        }),
      },
      handle: async ({ signedIn }) => {
        const caller = signedIn();
        const { name, email, roles, mustChangePassword, language } = await accounts.profile(caller);
        return {
          userName: name,
          email,
          roles,
          mustChangePassword,
          ...(language === null ? {} : { language }),
          expires: caller.tokenExpires ?? null,
        };
      },
    }),
    route({
      method: 'PUT',
      path: '/users/me/language',
      access: 'signed-in',
      session: true,
      tag: 'Users',
      summary: 'Choose the language of the pages for the own account',
      body: Type.Object({
        // One schema: a union would turn null into a text.
        language: Type.Unsafe<'en' | 'de' | null>({
          type: ['string', 'null'],
          enum: ['en', 'de', null],
          description: 'null: that of the browser',
        }),
      }),
      response: { 204: Empty },
      handle: async ({ body, signedIn, reply }) => {
        await accounts.setLanguage(signedIn(), body.language);
        void reply.code(204);
      },
    }),
    route({
      method: 'POST',
      path: '/users/changepwd',
      access: 'signed-in',
      session: true,
      tag: 'Users',
      summary: 'Change the own password',
      description:
        'Ends every session and answers a new one. Access tokens and links stay unless `tokens` is true. Wrong passwords count as at a sign-in, with the same `challenge`.',
      headers: proofHeader,
      body: Type.Object({
        oldPassword: Type.String({ maxLength: 1024 }),
        newPassword: Type.String({ maxLength: 2048 }),
        tokens: tokensField,
        cookie: cookieField,
      }),
      response: { 200: SessionBody },
      handle: async ({ body, request, reply, signedIn, actor }) =>
        answer(await accounts.changePassword(signedIn(), body, signInContext(request), actor()), body.cookie, {
          request,
          reply,
        }),
    }),
  ];
}

/** @throws `invalid-input` for a name without a password or the other way round */
function signInInput(body: {
  readonly userName?: string;
  readonly password?: string;
  readonly token?: string;
}): SignInInput {
  const { userName, password, token } = body;
  // Some clients send every field of their form.
  if (token !== undefined && token.trim() !== '') return { token };
  if (userName === undefined) throw fail('invalid-input', 'The userName field is required.');
  if (password === undefined) throw fail('invalid-input', 'The password field is required.');
  return { userName, password };
}

function answer(
  session: Session,
  cookie: boolean | undefined,
  exchange: Pick<RouteContext<unknown, unknown, unknown>, 'request' | 'reply'>,
) {
  const { token, expires, user, device } = session;
  void exchange.reply.header('cache-control', 'no-store');
  if (cookie) {
    setSessionCookie(exchange, session);
    if (device !== undefined) setDeviceCookie(exchange, device, DEVICE_LIFETIME_SECONDS);
  }
  const { name, email, roles, mustChangePassword } = user;
  return { username: name, userName: name, email, roles, token, expires, mustChangePassword };
}
