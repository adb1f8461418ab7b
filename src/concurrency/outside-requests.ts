import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Runs work outside of the async scope of the request that happens to begin it. For what all requests share and one of them
 * opens: a connection, a thread, a child process. Its later faults are not that request's.
 */
export const outsideRequests: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();
