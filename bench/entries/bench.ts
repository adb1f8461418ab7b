/**
 * Many entries: uploads of small files, a folder of 10,000, and what is asked of a dataset of 1,000,000. Beside `cp` with
 * `sync`, and `ls -l` of a real folder. `BENCH_ENTRIES` changes the million, `DATABASE_URL` the embedded database.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../../src/database/index.ts';
import { startProcess } from '../../test/support/process.ts';
import { fillEntries } from '../support/many-entries.ts';
import { benchUploads } from './uploads.ts';

const run = promisify(execFile);
const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 1_000_000);
const LISTED = 10_000;
const ROUNDS = 5;
const PASSWORD = 'secret123';

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
const { DATABASE_URL } = process.env;
const environment = {
  DATA_DIR: join(folder, 'data'),
  DefaultAdmin__Password: PASSWORD,
  ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }),
};
try {
  await withService(async (url, token, pid) => {
    for (const slug of ['bench', 'many', 'folder'])
      await fetch(`${url}/orgs/admin/ds`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ slug }),
      });
    await benchUploads(folder, url, token, pid);
  });
  await fill();
  await listReal();
  await withService(async (url, token) => {
    const ask = (what: string, path: string | ((round: number) => string)): Promise<void> =>
      time(what, (round) => `${url}/orgs/admin/ds/${typeof path === 'string' ? path : path(round)}`, token);
    const listed = `list ${LISTED.toLocaleString('en')} of a folder`;
    await ask(`${listed}, kept`, 'folder/list?path=flights/f000000');
    await ask(`${listed}, read anew`, (round) => `folder/list?path=flights/f000000&limit=${LISTED - 1 - round}`);
    console.log(`  of ${ENTRIES.toLocaleString('en')} entries:`);
    const at = (share: number): string => new Date((1_700_000_000 + ENTRIES * share) * 1000).toISOString();
    const east = (share: number): number => 8 + ENTRIES * share * 1e-5;
    const questions: readonly (readonly [string, string])[] = [
      ['list a folder of 500', 'list?path=flights/f000777'],
      ['search: every name', 'search?query=*&limit=100'],
      ['search: frequent name', 'search?query=*dji*&limit=100'],
      ['search: rare name', 'search?query=*0777777*&limit=100'],
      ['search: whole name', 'search?query=dji_0777777.jpg&limit=100'],
      ['search: no such name', 'search?query=*nothing*&limit=100'],
      ['search: folders', 'search?type=1&limit=100'],
      ['search: ten seconds', `search?from=${at(0.9)}&to=${at(0.90001)}&limit=100`],
      ['search: first half of the time', `search?to=${at(0.5)}&limit=100`],
      ['search: small box', `search?bbox=${east(0.9)},46,${east(0.9) + 0.0005},48&limit=100`],
      ['search: box around everything', 'search?bbox=-180,-90,180,90&limit=100'],
      ['search: frequent words', 'search?text=fc6310&limit=100'],
      ['search: no such words', 'search?text=parrot&limit=100'],
      ['search: a tenth, at the end of the paths', `search?from=${at(0.9)}&limit=100`],
      ['search: two letters that nothing has', 'search?query=*zz*&limit=100'],
    ];
    for (const [what, path] of questions) await ask(what, `many/${path}`);
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function withService(work: (url: string, token: string, pid: number) => Promise<void>): Promise<void> {
  const service = await startProcess(environment);
  try {
    const json = { userName: 'admin', password: PASSWORD };
    const session = await fetch(`${service.url}/users/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    });
    await work(service.url, ((await session.json()) as { token: string }).token, service.child.pid!);
  } finally {
    await service.end('SIGTERM');
  }
}

async function fill(): Promise<void> {
  const database = await openDatabase({ url: DATABASE_URL, folder: environment.DATA_DIR });
  try {
    for (const [slug, files, perFolder] of [
      ['many', ENTRIES, 500],
      ['folder', LISTED, LISTED],
    ] as const) {
      const { id } = await database.db
        .selectFrom('datasets')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow();
      await fillEntries(database.db, id, { files, perFolder });
    }
  } finally {
    await database.close();
  }
}

async function listReal(): Promise<void> {
  const real = join(folder, 'real');
  await mkdir(real);
  for (let index = 0; index < LISTED; index += 1) await writeFile(join(real, `DJI_${index}.JPG`), '');
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = performance.now();
    await run('ls', ['-l', real], { maxBuffer: 64 * 1024 * 1024 });
    times.push(performance.now() - begin);
  }
  print(`ls -l of ${LISTED.toLocaleString('en')} files`, times);
}

async function time(what: string, addressOf: (round: number) => string, token: string): Promise<void> {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const address = addressOf(round);
    const begin = performance.now();
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
    times.push(performance.now() - begin);
  }
  print(what, times);
}

function print(what: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  console.log(`  ${what.padEnd(44)} median ${median.toFixed(1).padStart(7)} ms, best ${sorted[0]!.toFixed(1)} ms`);
}
