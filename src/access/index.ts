export {
  ALL_PERMISSIONS,
  limitedBy,
  type AccessControl,
  type AccessRule,
  type Caller,
  type DatasetGrant,
  type OrganizationGrant,
  type Permissions,
  type Shown,
  type TokenScope,
} from './access.ts';
export {
  ACCESS_TOKEN_PREFIX,
  isAccessToken,
  type Carrier,
  type Credentials,
  type SignInContext,
} from './credentials.ts';
export { rememberAccess } from './remembered-access.ts';
