export { MAX_ATTEMPTS, openJobQueue, type Attempt, type JobQueue, type JobState } from './queue.ts';
