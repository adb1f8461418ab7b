export { closerOf } from './close-server.ts';
export {
  ALL_PERMISSIONS,
  limitedBy,
  type AccessControl,
  type Caller,
  type Credentials,
  type DatasetGrant,
  type OrganizationGrant,
  type Permissions,
  type TokenScope,
} from '../access/access.ts';
export { parseExactly } from '../input/exact-json.ts';
export { namedNumbers, type NamedNumbers } from '../input/number-or-name.ts';
export { displayNameOf, readDisplayName } from '../input/display-name.ts';
export { leastFileBytes, type Upload } from './bodies/upload.ts';
export { isStorable } from '../input/storable-text.ts';
export { admit, type Admission, type Call, type Gate } from './admit.ts';
export { ACCESS_TOKEN_PREFIX, isAccessToken, TOKEN_QUERY } from './credentials.ts';
export { fail, failThrottled, failUnauthorized, ServiceError, type ErrorAnswer, type ErrorCode } from '../errors/service-error.ts';
export { etagMatches } from './etag.ts';
export { createFaults, guardProcess, type FaultCounts, type Faults } from './faults.ts';
export { linkNextPage } from './next-page.ts';
export {
  Binary,
  datasetParams,
  Empty,
  ErrorBody,
  type ErrorDocument,
  EventStream,
  LIST_BODY_BYTES,
  Media,
  organizationParams,
  route,
  type Route,
  type RouteContext,
  type Shown,
  userNameField,
} from './route.ts';
export { rememberAccess } from '../access/remembered-access.ts';
export { clearDeviceCookie, clearSessionCookie, setDeviceCookie, setSessionCookie } from './session-cookie.ts';
export { signInContext, type Challenge, type SignInContext } from './sign-in-context.ts';
export { refuseCrossSite } from './security.ts';
export { sendEvents } from './send-events.ts';
export { attachment, SENT_PIECE_BYTES, sendFile } from './send-file.ts';
export { createServer, type Answered, type ServerOptions } from './server.ts';
export { holdUntilSent } from './hold-until-sent.ts';
export { memoryClient } from './memory-client.ts';
