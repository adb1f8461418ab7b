export { closerOf } from './close-server.ts';
export { leastFileBytes } from './bodies/upload.ts';
export { admit, type Admission, type Call, type Gate } from './admit.ts';
export { servedType, uploadedContentPolicy } from './content-policy.ts';
export { queryToken, TOKEN_QUERY } from './credentials.ts';
export type { ErrorAnswer } from './error-answer.ts';
export { etagMatches } from './etag.ts';
export { createFaults, guardProcess, type Faults } from './faults.ts';
export { knowsPassword, setLinkProof } from './link-proof.ts';
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
  userNameField,
} from './route.ts';
export { clearDeviceCookie, clearSessionCookie, setDeviceCookie, setSessionCookie } from './session-cookie.ts';
export { signInContext } from './sign-in-context.ts';
export { refuseCrossSite } from './security.ts';
export { sendEvents } from './send-events.ts';
export { SENT_PIECE_BYTES } from './piece-buffers.ts';
export { attachment, sendFile } from './send-file.ts';
export { sendParts } from './send-parts.ts';
export { sendWhole } from './send-whole.ts';
export { type Answered, sendLasting } from './remembered-answers.ts';
export { createServer, type ServerOptions } from './server.ts';
export { holdUntilSent } from './hold-until-sent.ts';
export { memoryClient } from './memory-client.ts';
