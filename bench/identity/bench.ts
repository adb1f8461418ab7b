/**
 * Lists of an administrator with 10,000 users and 1,000 organizations, on the embedded database and on a PostgreSQL server;
 * beside each a bare `node:http` server that sends the same bytes. One request at a time, each answer read to its end.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../test/support/postgres.ts';
import { startProcess } from '../../test/support/process.ts';
import { fill, ORGANIZATIONS, USERS } from './fill.ts';

const LISTS = ['/users/detailed', '/users', '/orgs'];
const WARM = 5;
const ROUNDS = 30;
const BARE_SERVER = join(import.meta.dirname, 'bare-server.ts');
const headers = {
  authorization: `Basic ${Buffer.from('admin:secret123').toString('base64')}`,
  // Compressing costs the server what it spares the network; it is no part of a list.
  'accept-encoding': 'identity',
};

interface Times {
  readonly best: number;
  readonly median: number;
  readonly worst: number;
}

console.log(`${USERS} users, ${ORGANIZATIONS} organizations; ms of ${ROUNDS} requests, best / median / worst:`);
await measureDatabase('embedded database', undefined);
const postgres = await startPostgres();
try {
  await measureDatabase('PostgreSQL server', await postgres.createDatabase('bench'));
} finally {
  await postgres.stop();
}

async function measureDatabase(name: string, url: string | undefined): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
  const environment = {
    DATA_DIR: folder,
    DefaultAdmin__Password: 'secret123',
    ...(url === undefined ? {} : { DATABASE_URL: url }),
  };
  try {
    // The first start makes the tables and the administrator.
    await (await startProcess(environment)).end('SIGTERM');
    await fill(folder, url);
    const service = await startProcess(environment);
    try {
      for (const list of LISTS) await compare(`${name}, GET ${list}`, service.url + list, join(folder, 'answer'));
    } finally {
      await service.end('SIGTERM');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(name: string, url: string, file: string): Promise<void> {
  const answer = await fetch(url, { headers });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  const bytes = await answer.bytes();
  await writeFile(file, bytes);
  print(`${name} (${(bytes.length / 1024).toFixed(0)} KiB)`, await measure(url));
  const bare = spawn(process.execPath, [BARE_SERVER, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(bare.stdout, 'data')) as [Buffer];
  print('  bare node:http, same bytes', await measure(`http://127.0.0.1:${port.toString().trim()}/`));
  bare.kill();
}

async function measure(url: string): Promise<Times> {
  const times: number[] = [];
  for (let round = 0; round < WARM + ROUNDS; round += 1) {
    const begin = performance.now();
    await (await fetch(url, { headers })).arrayBuffer();
    if (round >= WARM) times.push(performance.now() - begin);
  }
  times.sort((left, right) => left - right);
  return { best: times[0]!, median: times[ROUNDS / 2]!, worst: times.at(-1)! };
}

function print(what: string, { best, median, worst }: Times): void {
  const figures = [best, median, worst].map((ms) => ms.toFixed(1).padStart(7)).join(' ');
  console.log(`  ${what.padEnd(58)} ${figures}`);
}
