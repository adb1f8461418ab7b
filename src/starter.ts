/**
 * Ends this process as SIGTERM does when the process that started it is gone: one that is killed can pass no signal on, and
 * what it started would go on without it. Without a channel from a starter (`tools/hand-over.mjs` makes one) nothing happens.
 */
export function endWithStarter(): void {
  if (process.channel === undefined) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // A listener keeps the process; what has done its work must be able to end.
  process.channel.unref();
}

/** Tells the process that started this one that the service works: one that ends later is started again. */
export function tellStarter(): void {
  process.send?.('ready');
}
