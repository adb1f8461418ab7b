import { isAccessToken, type AccessControl } from '../../access/index.ts';
import type { AccessTokens } from './service.ts';

export type { TokenPlaces } from './places.ts';
export { createLinkDoor } from './link-door.ts';
export { createLinkProofs } from './link-proofs.ts';
export { accessTokenRoutes } from './routes.ts';
export { createAccessTokens, type AccessTokens } from './service.ts';
export { endTokensWithoutEntry, findKeptToken, moveTokenPaths, type KeptToken } from './store.ts';

/** Tells access tokens from the other credentials by their shape, and asks who knows them. */
export function withAccessTokens(
  authenticate: AccessControl['authenticate'],
  tokens: AccessTokens,
): AccessControl['authenticate'] {
  return (credentials, context) =>
    credentials.kind === 'token' && isAccessToken(credentials.token)
      ? tokens.authenticate(credentials.token, credentials.carrier)
      : authenticate(credentials, context);
}
