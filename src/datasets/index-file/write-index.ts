import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { IndexMessage } from './index-rows.ts';

/**
 * Writes an index file in a thread of its own, as SQLite takes seconds for a million rows.
 *
 * @param file absolute path; an existing file is replaced
 * @param messages its content; the next message is read while this one is written, so that no more than two are in memory
 * @throws what the thread met, also before the first message
 */
export async function writeIndex(file: string, messages: AsyncIterable<IndexMessage>): Promise<void> {
  await rm(file, { force: true });
  const writer = new Worker(new URL('./index-writer.ts', import.meta.url), { workerData: file });
  const failed = Promise.withResolvers<never>();
  // A promise that is raced below and may be rejected between two races.
  failed.promise.catch(() => undefined);
  writer.on('error', failed.reject);
  try {
    let written: Promise<unknown> = Promise.resolve();
    for await (const message of messages) {
      await Promise.race([written, failed.promise]);
      written = once(writer, 'message');
      written.catch(() => undefined); // Seen before the next message.
      writer.postMessage(message);
    }
    await Promise.race([written, failed.promise]);
  } finally {
    await writer.terminate();
  }
}
