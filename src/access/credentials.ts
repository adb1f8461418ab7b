/** How credentials came: the cookie and a password are added by browsers themselves, a query ends up in addresses. */
export type Carrier = 'bearer' | 'basic' | 'cookie' | 'query';

/** Credentials as they came, not yet believed. */
export type Credentials =
  | { readonly kind: 'token'; readonly carrier: Carrier; readonly token: string }
  | { readonly kind: 'password'; readonly carrier: 'basic'; readonly userName: string; readonly password: string };

/** Where a password comes from, and what shows that its sender is not a guessing program. Nothing here is verified. */
export interface SignInContext {
  readonly address: string;
  /** Value of the device cookie. */
  readonly device?: string | undefined;
  /** Solution of a challenge. */
  readonly proof?: string | undefined;
}

/** Begins every access token, so that it is told from a session token and from a password. */
export const ACCESS_TOKEN_PREFIX = 'ald_';
/** 32 random bytes. A password of exactly this shape would be taken for a token; nobody has one by chance. */
const ACCESS_TOKEN = new RegExp(`^${ACCESS_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);

/** Whether a text has the shape of an access token. */
export function isAccessToken(text: string): boolean {
  return ACCESS_TOKEN.test(text);
}
