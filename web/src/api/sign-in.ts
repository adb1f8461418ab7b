import { call } from './http.ts';

export type Credentials = { readonly userName: string; readonly password: string };

/** With `cookie` the service keeps the token in an HttpOnly cookie: no script can read it. */
export const signIn = (
  credentials: Credentials,
  { signal, proof }: { readonly signal: AbortSignal; readonly proof?: string },
) =>
  call('POST /users/authenticate', {
    body: { ...credentials, cookie: true },
    headers: proof === undefined ? {} : { 'sign-in-proof': proof },
    signal,
  });
