export type { FaultCounts } from './fault-counts.ts';
export {
  ERRORS,
  fail,
  failLink,
  failThrottled,
  failUnauthorized,
  REASONS,
  ServiceError,
  type Challenge,
  type ErrorCode,
  type Reason,
} from './service-error.ts';
export { withSourceLines } from './source-lines.ts';
