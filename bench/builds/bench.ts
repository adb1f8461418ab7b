/**
 * Many orthophotos of 12 megapixels in one dataset, and a small vector file in another that comes last: the time until all are
 * built and until the small one is, with one, two and three builds at a time. The limit is what the processors have: the sum
 * of their time divided by their number. `BENCH_FILES` changes the number of rasters.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { basic, startProcess } from '../../test/support/process.ts';
import { form } from '../../test/support/service.ts';
import { photoRaster } from '../support/photo-raster.ts';

const FILES = Number(process.env['BENCH_FILES'] ?? 12);
const PASSWORD = 'secret123';
const headers = basic(PASSWORD);
const POINT = '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[9,48]}}';

interface Job {
  readonly currentState: string;
  readonly errorMessage: string | null;
}

/** Processor seconds of all processes below this one that have ended. */
async function endedSeconds(): Promise<number> {
  const line = await readFile('/proc/self/stat', 'latin1');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
try {
  const photo = await readFile(await photoRaster(folder));
  console.log(`${FILES} rasters of ${(photo.length / 1e6).toFixed(0)} MB, ${availableParallelism()} processors:`);
  for (const concurrency of [1, 2, 3]) {
    const before = await endedSeconds();
    const service = await startProcess({
      DATA_DIR: join(folder, `data-${concurrency}`),
      DefaultAdmin__Password: PASSWORD,
      BUILDS__CONCURRENCY: String(concurrency),
    });
    const post = async (path: string, body: FormData): Promise<void> => {
      const answer = await fetch(service.url + path, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    };
    const left = async (dataset: string): Promise<number> => {
      const answer = await fetch(`${service.url}/orgs/admin/ds/${dataset}/builds?pageSize=500`, { headers });
      const jobs = (await answer.json()) as Job[];
      const failed = jobs.find(({ currentState }) => currentState === 'Failed');
      if (failed !== undefined) throw new Error(`A build failed: ${failed.errorMessage}`);
      return jobs.filter(({ currentState }) => currentState !== 'Succeeded').length;
    };
    const untilBuilt = async (dataset: string): Promise<void> => {
      while ((await left(dataset)) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    };
    for (const slug of ['many', 'small']) await post('/orgs/admin/ds', form({ slug }));
    const begin = performance.now();
    // Four bytes behind the raster make each another file.
    for (let index = 0; index < FILES; index += 1)
      await post('/orgs/admin/ds/many/obj', form({ path: `${index}.tif`, file: numbered(photo, index) }));
    const uploaded = performance.now();
    await post('/orgs/admin/ds/small/obj', form({ path: 'point.geojson', file: Buffer.from(POINT) }));
    await untilBuilt('small');
    const small = (performance.now() - uploaded) / 1000;
    await untilBuilt('many');
    const wall = (performance.now() - begin) / 1000;
    await service.end('SIGTERM');
    const used = (await endedSeconds()) - before;
    console.log(
      `  ${concurrency} at a time: all ${wall.toFixed(1)} s, the small file ${small.toFixed(1)} s; limit ${(used / availableParallelism()).toFixed(1)} s`,
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

function numbered(bytes: Buffer, index: number): Buffer {
  const end = Buffer.alloc(4);
  end.writeUInt32LE(index);
  return Buffer.concat([bytes, end]);
}
