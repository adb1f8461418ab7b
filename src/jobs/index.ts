export type { OperationRow, OperationState } from './operation-store.ts';
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
export { MAX_ATTEMPTS, openJobQueue, type Attempt, type JobQueue, type JobState } from './queue.ts';
