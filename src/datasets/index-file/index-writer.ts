/**
 * Writes an index file; runs in a thread of its own, as SQLite for a million rows takes seconds. Takes rows by the hundred
 * and answers each message, so that no more of them wait in memory than one message holds.
 */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { AFTERWARDS, SCHEMA, spatialiteGeometry } from '../../sync/index.ts';
import type { IndexMessage } from './index-rows.ts';

const database = new DatabaseSync(workerData as string);
// A file that is being made for one answer: what a crash leaves of it is thrown away.
database.exec('pragma journal_mode = off; pragma synchronous = off');
database.exec(SCHEMA);
database.exec('begin');
const insertEntry = database.prepare('insert into entries values (?, ?, ?, ?, ?, ?, ?, ?, ?)');
const insertValue = database.prepare('insert into entries_meta values (?, ?, ?, ?, ?)');

parentPort!.on('message', (message: IndexMessage) => {
  if (message.kind === 'entries')
    for (const { path, hash, type, properties, mtime, size, depth, point, polygon } of message.rows) {
      const geometries = [spatialiteGeometry(point), spatialiteGeometry(polygon)] as const;
      insertEntry.run(path, hash, type, properties, mtime, size, depth, ...geometries);
    }
  else if (message.kind === 'metadata')
    for (const { id, path, key, data, mtime } of message.rows) insertValue.run(id, path, key, data, mtime);
  else {
    database.exec('commit');
    database.exec(AFTERWARDS);
    database.close();
  }
  parentPort!.postMessage('done');
});
