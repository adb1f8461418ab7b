export { removeEndedJobs, type EndedJobs } from './ended-jobs.ts';
export { ACTIVE_STATES, FINAL_STATES, stateColumns, type JobStateName } from './job-state.ts';
export { setJobProgress, type OperationRow } from './operation-store.ts';
export {
  createOperations,
  OPERATION_QUEUES,
  startOperationWorker,
  SYSTEM_QUEUE,
  type Operation,
  type OperationContext,
  type Operations,
} from './operations.ts';
export { throttleProgress, type ReportProgress } from './progress.ts';
export { ClaimLost } from './claim.ts';
export { EXPIRE_SECONDS, openJobQueue, type JobQueue, type JobState, type SendOptions } from './queue.ts';
export type { Attempt, JobHandler, Places } from './workers.ts';
export { createSealer, type Sealer } from './sealed-secret.ts';
export { createWaker, type Waker } from './waker.ts';
