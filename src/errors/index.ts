export type { FaultCounts } from './fault-counts.ts';
export {
  ERRORS,
  fail,
  failThrottled,
  failUnauthorized,
  ServiceError,
  type Challenge,
  type ErrorCode,
} from './service-error.ts';
export { withSourceLines } from './source-lines.ts';
