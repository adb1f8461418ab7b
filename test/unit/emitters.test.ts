import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../../src');
/** Tests; the client, which is a program of its own; programs and operations of children, whose end the engine reports. */
const ELSEWHERE =
  /\.test\.ts$|\/testing\/|^client\/|\.child\.ts$|\/program\.ts$|^kinds\/[^/]+\/read\/|^kinds\/vector\/export\/zip-files|^tasks\/tool-kit\/unpack\//;
/** What makes an object that emits `error`, and ends the process when nobody listens. */
const MAKES =
  /\bnew (?:\w+\.)?(Worker|PassThrough|Transform|Writable|Readable|Duplex|EventEmitter|Busboy|Piscina|PgBoss|Pool|Client)\(|\b(createReadStream|createWriteStream|create(?:Deflate|Inflate|Brotli|Zstd|Gzip|Gunzip|Unzip)\w*|spawn|fork|Readable\.from|openPromise)\(|(?:https?|http\))\.(request)\(/g;

/** Every emitter that the service makes in its own process, and who hears its `error`. A new one needs its line here. */
const HEARD: Readonly<Record<string, string>> = {
  'blobs/block-writer.ts: Worker': 'a listener that fails all writes',
  'blobs/filesystem.ts: createReadStream': 'writeThrough iterates over it',
  'concurrency/threads.ts: Piscina': 'a listener that warns',
  'database/changes.ts: Client': 'a listener that connects again',
  'database/connection.ts: Pool': 'a listener; the next query opens another connection',
  'database/embedded-stream.ts: Worker': 'a listener that ends the process',
  'database/embedded.ts: Pool': 'a listener; the end of the thread is a panic',
  'database/session-locks.ts: Client': 'a listener that gives the locks up',
  'datasets/index-file/index-file.ts: createWriteStream': 'pipeline',
  'datasets/index-file/write-index.ts: Worker': 'a listener that ends the writing',
  'datasets/metadata/routes.ts: Readable.from': 'reply.send',
  'datasets/objects/listing-routes.ts: Readable.from': 'reply.send',
  'datasets/rescan/routes.ts: Readable.from': 'reply.send',
  'datasets/state-files/routes-answer.ts: createReadStream Readable.from': 'reply.send',
  'engine/child-process.ts: fork': 'a listener that ends the call',
  'engine/programs/run.ts: spawn': 'a listener that ends the run',
  'engine/watchdog.ts: spawn': 'a listener; the next program starts another one',
  'forms/read-multipart.ts: Busboy': 'a listener that ends the reading; the streams of files have their own',
  'http/send-events.ts: Readable.from': 'reply.send',
  'jobs/queue.ts: PgBoss': 'the reporter of the queue',
  'kinds/mesh/export/export-mesh.ts: createWriteStream': 'pipeline, in a program',
  'kinds/raster/coverages/coverages.ts: createReadStream': 'send-coverage iterates over it',
  'kinds/splat/splat-output/write-spz.ts: createGzip Readable.from createWriteStream': 'pipeline, in a program',
  'kinds/vector/features/feature-files.ts: createReadStream Readable.from': 'reply.send',
  'kinds/vector/tiles/tile-workers.ts: Worker': 'a listener that ends the work',
  'ogc/answers.ts: Readable.from': 'reply.send',
  'ogc/api/items.ts: Readable.from Readable.from': 'reply.send',
  'ogc/feature-files.ts: Readable.from': 'reply.send',
  'ogc/wcs/send-coverage.ts: Readable.from': 'reply.send',
  'ogc/wfs/get-feature.ts: Readable.from': 'reply.send',
  'ogc/wfs/get-property-value.ts: Readable.from': 'reply.send',
  'processes.ts: fork': 'a listener',
  'system/maintenance/check-routes.ts: Readable.from': 'reply.send',
  'tasks/attempts/artifacts.ts: createReadStream': 'iterated over at once',
  'tasks/tool-kit/unpack-archive.ts: Readable.from createWriteStream': 'pipeline',
  'transfers/addresses/kept-part.ts: createReadStream createWriteStream': 'pipeline',
  'transfers/downloads/routes-answers.ts: Readable.from': 'reply.send',
  'transfers/nodes/form.ts: createReadStream': 'iterated over at once',
  'transfers/outbound/client.ts: request': 'a listener that rejects',
  'transfers/push/body/multipart-fields.ts: createReadStream': 'readMultipart listens',
  'transfers/push/lines.ts: createReadStream': 'iterated over at once',
  'transfers/push/routes.ts: Readable.from': 'reply.send',
  'transfers/push/spool.ts: Transform createWriteStream': 'pipeline',
  'transfers/share/chunks.ts: createReadStream': 'iterated over at once',
  'zip/zip-stream.ts: Readable.from createDeflateRaw Readable.from': 'pipeline; reply.send',
};

it('every emitter of the service is listed with what hears its errors', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  const found = files
    .filter((path) => path.endsWith('.ts') && !ELSEWHERE.test(path))
    .toSorted()
    .flatMap((path) => {
      const code = readFileSync(join(SOURCES, path), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '');
      const made = [...code.matchAll(MAKES)].map((match) => match.slice(1).find(Boolean));
      return made.length > 0 ? [`${path}: ${made.join(' ')}`] : [];
    });
  expect(found).toEqual(Object.keys(HEARD).toSorted());
});
