export { createBatches } from './batches.ts';
export { inOrder } from './in-order.ts';
export { createLimiter, type Limiter, type LimiterLoad, type Place } from './limiter.ts';
export { shareBytes } from './share-bytes.ts';
export { createSharedWork, type SharedWork } from './shared-work.ts';
export { createThreads, ThreadError, type ThreadLoad, type Threads, type ThreadOptions } from './threads.ts';
export { inThread, threadData, ThreadRefusal, type ThreadContext } from './thread-work.ts';
export { outsideRequests } from './outside-requests.ts';
export { createTurns } from './turns.ts';
