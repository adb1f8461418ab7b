export {
  accessTokenRoutes,
  createAccessTokens,
  createLinkDoor,
  createLinkProofs,
  endTokensWithoutEntry,
  findKeptToken,
  moveTokenPaths,
  withAccessTokens,
  type KeptToken,
} from './access-tokens/index.ts';
export { createIdentity, type Identity } from './identity.ts';
export { networkOf } from './sign-in/client-address.ts';
export { subjectName, subjectOf } from './subject.ts';
export { forgetEndedFailures } from './sign-in/failure-counters.ts';
export { ensureDefaultAdministrator, type DefaultAdministrator } from './sign-in/default-administrator.ts';
export { resetPassword } from './sign-in/reset-password.ts';
export { loadOrCreateSecret } from './sign-in/session-tokens.ts';
export type { DatasetResult, Release, UserHoldings } from './users/holdings.ts';
export { managesUsers, OPENID_LOGIN_PATH } from './external/index.ts';
export { findCaller } from './users/find-caller.ts';
export { lockUsers } from './users/user-locks.ts';
export { createQuota, type Quota } from './quota.ts';
