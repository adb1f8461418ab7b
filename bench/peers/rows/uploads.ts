/** Uploads of small pictures and of one large file, all flushed before they are answered. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'node:http';
import { basic } from '../../../test/support/process.ts';
import { PASSWORD } from '../../maps/servers.ts';
import { smallPictures, uploadPictures } from '../../upload/small-pictures.ts';
import { DATASET, LARGE_MIB, largeFile } from '../data.ts';
import { byTurns, processorTime, sidesOf } from '../load.ts';
import { installed } from '../programs/installed.ts';
import { type Nginx, startNginx } from '../programs/nginx.ts';
import { curlUpload, forgetLargeBlobs, run, type Run } from '../programs/run.ts';
import type { Figure, Row, Subject } from '../row.ts';
import { makeDataset, type Service, type Setup } from '../setup.ts';

const COPY = 'cp, openssl and sync';
const PICTURES: Row = { work: 'upload of 400 small pictures, 8 at a time', unit: 'per s', aim: { value: 600 } };
const LARGE: Row = {
  work: `upload of ${LARGE_MIB} MiB`,
  unit: 'MB/s',
  aim: { beside: { peer: COPY, times: 0.8 } },
};
const COUNT = 400;
const CLIENTS = 8;
const ROUNDS = 3;
/** With it a picture has some 40 kB. */
const [WIDTH, QUALITY] = [320, 80];

export const uploads: Subject<Setup> = {
  rows: [PICTURES, LARGE],
  async measure(setup, report) {
    await setup.prepared('uploads', (service) => makeDataset(service, 'bench'));
    const nginx = await startNginx(setup.folder);
    const service = await setup.start('uploads');
    try {
      await pictures(service, nginx, report);
      await large(setup, service, report);
    } finally {
      await Promise.all([service.end(), nginx?.close()]);
    }
  },
};

type Report = Parameters<Subject<Setup>['measure']>[1];

/** The first round is the cold one. WebDAV of nginx flushes nothing, and knows nothing about its files. */
async function pictures(service: Service, nginx: Nginx | undefined, report: Report): Promise<void> {
  const { authorization = '' } = basic(PASSWORD);
  const target = { url: service.url, pid: service.pids[0]!, authorization, dataset: DATASET };
  const own = async (folder: string): Promise<Figure> => {
    const some = await smallPictures(COUNT, WIDTH, QUALITY);
    const before = await processorTime(service.pids);
    const { filesPerSecond } = await uploadPictures(target, some, folder, CLIENTS);
    return { value: filesPerSecond, cpu: ((await processorTime(service.pids)) - before) / COUNT };
  };
  const theirs = nginx && ((folder: string) => webDav(nginx, folder));
  const rounds = (name: string, count: number) =>
    byTurns(
      {
        ours: (round) => own(`${name}-${round}`),
        'nginx WebDAV, not flushed': theirs && ((round) => theirs(`${name}-${round}`)),
      },
      count,
    );
  report({ row: PICTURES, ...sidesOf(await rounds('cold', 1), await rounds('warm', ROUNDS)) });
}

async function webDav(nginx: Nginx, folder: string): Promise<Figure> {
  const some = await smallPictures(COUNT, WIDTH, QUALITY);
  const [begun, before] = [performance.now(), await processorTime(nginx.pids)];
  const left = some.map((bytes, index) => [`/dav/${folder}/${index}.jpg`, bytes] as const);
  const client = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await put(nginx.url + next[0], next[1]);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const value = COUNT / ((performance.now() - begun) / 1000);
  return { value, cpu: ((await processorTime(nginx.pids)) - before) / COUNT };
}

function put(url: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'PUT', headers: { 'content-length': bytes.length } }, (answer) => {
      answer.resume().on('end', resolve);
      if (answer.statusCode !== 201) reject(new Error(`nginx answered ${answer.statusCode}.`));
    });
    sent.on('error', reject).end(bytes);
  });
}

/** Beside the least that must be done with the bytes: copy them, hash them at the same time, flush. */
async function large(setup: Setup, service: Service, report: Report): Promise<void> {
  const file = await largeFile(setup);
  const copy = join(setup.folder, 'copy.bin');
  const rate = ({ seconds }: Run, cpu: number): Figure => ({ value: (LARGE_MIB * 1.048576) / seconds, cpu });
  const path = 'large.bin';
  const own = async (): Promise<Figure> => {
    const address = `${service.url}${DATASET}/obj`;
    const before = await processorTime(service.pids);
    const taken = await curlUpload(address, `admin:${PASSWORD}`, path, file);
    const cpu = (await processorTime(service.pids)) - before;
    await service.call('DELETE', `${DATASET}/obj?path=${path}`);
    await forgetLargeBlobs(setup.dataOf('uploads'));
    return rate(taken, cpu);
  };
  const theirs = async (): Promise<Figure> => {
    const both = 'cp "$0" "$1" & openssl dgst -sha256 "$0" > /dev/null; wait; sync "$1"';
    const taken = await run('sh', ['-c', both, file, copy]);
    await rm(copy);
    return rate(taken, taken.cpuMs);
  };
  const peer = installed('openssl', 'openssl') === undefined ? undefined : theirs;
  const cold = await byTurns({ ours: own, [COPY]: peer }, 1);
  report({ row: LARGE, ...sidesOf(cold, await byTurns({ ours: own, [COPY]: peer }, ROUNDS)) });
}
