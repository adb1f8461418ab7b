import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../src/database/index.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { basic, type ServiceProcess, startProcess } from '../../test/support/process.ts';
import { form } from '../../test/support/service.ts';
import { PASSWORD } from '../maps/servers.ts';
import { onExit } from './exit.ts';
import { generate, keptData } from './kept.ts';
import type { Target } from './load.ts';

export type DatabaseName = 'embedded database' | 'PostgreSQL';

/** A service that runs, with all processes that work for it. */
export interface Service extends Target {
  readonly process: ServiceProcess;
  /** Asks as the administrator. @throws when the answer is an error */
  call(method: string, path: string, body?: FormData | object): Promise<Response>;
  end(): Promise<void>;
}

/** What all rows of one database share. */
export interface Setup {
  /** For files of this run; goes with it. */
  readonly folder: string;
  readonly database: DatabaseName;
  /** Folder of the data of a name. */
  dataOf(name: string): string;
  /** Variables that make a service work on the data of a name. */
  environmentOf(name: string): Promise<Readonly<Record<string, string>>>;
  /** Starts a service on the data of a name. */
  start(name: string): Promise<Service>;
  /** The data of a name, filled when it is asked for the first time. */
  prepared<T>(name: string, fill: (service: Service) => Promise<T>): Promise<T>;
  /** The same for data that take minutes: with `BENCH_FOLDER` the embedded database's stay there. @param fill returns what JSON can hold */
  built<T>(name: string, fill: (service: Service) => Promise<T>): Promise<T>;
  /** Works on the database of a name, while no service has it. */
  inDatabase(name: string, work: (db: Database) => Promise<unknown>): Promise<void>;
  /** A file or value that is made once for all databases. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>;
  /** A generated file or folder, made once. With `BENCH_FOLDER` it stays there for later runs. @param make writes it into a folder */
  generated(name: string, make: (folder: string) => Promise<string>): Promise<string>;
  /** Removes the data of this database. */
  close(): Promise<void>;
}

/** The folder of a run, in which also programs make their temporary files; goes with this process. */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'alidade-bench-peers-'));
  // A server of PostgreSQL started by root is run by `nobody`.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  // Programs that have just been told to end may still write.
  onExit(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

/** @param made values of `once`, shared by the databases of a run */
export async function createSetup(
  folder: string,
  database: DatabaseName,
  made: Map<string, Promise<unknown>>,
): Promise<Setup> {
  const postgres = database === 'PostgreSQL' ? await startPostgres([]) : undefined;
  const own = join(folder, database.replaceAll(' ', '-'));
  const databases = new Map<string, Promise<string>>();
  const filled = new Map<string, Promise<unknown>>();
  const dataOf = (name: string): string => join(own, name);
  const urlOf = (name: string): Promise<string | undefined> => {
    if (postgres === undefined) return Promise.resolve(undefined);
    return remembered(databases, name, () => postgres.createDatabase(name));
  };
  const environmentOf = async (name: string): Promise<Readonly<Record<string, string>>> => {
    const url = await urlOf(name);
    const common = { DATA_DIR: dataOf(name), DefaultAdmin__Password: PASSWORD };
    return url === undefined ? common : { ...common, DATABASE_URL: url };
  };
  const start = async (name: string): Promise<Service> => {
    const process = await startProcess(await environmentOf(name));
    const forget = onExit(() => process.child.kill('SIGKILL'));
    const server = postgres === undefined ? [] : [await postmasterOf(folder)];
    return {
      url: process.url,
      pids: [process.child.pid!, ...server],
      process,
      call: (method, path, body) => call(process.url, method, path, body),
      async end() {
        await process.end('SIGTERM');
        forget();
      },
    };
  };
  const filledBy = async <T>(name: string, fill: (service: Service) => Promise<T>): Promise<T> => {
    const service = await start(name);
    try {
      return await fill(service);
    } finally {
      await service.end();
    }
  };
  const kept = process.env['BENCH_FOLDER'];
  return {
    folder,
    database,
    dataOf,
    environmentOf,
    start,
    prepared: (name, fill) => remembered(filled, name, () => filledBy(name, fill)),
    built: (name, fill) =>
      remembered(filled, name, () => {
        const make = () => filledBy(name, fill);
        return kept === undefined || postgres !== undefined ? make() : keptData(kept, name, dataOf(name), make);
      }),
    async inDatabase(name, work) {
      const { db, close } = await openDatabase({ url: await urlOf(name), folder: dataOf(name) });
      try {
        await work(db);
      } finally {
        await close();
      }
    },
    once: (name, make) => remembered(made, name, make),
    generated: (name, make) => remembered(made, name, () => generate(kept ?? folder, name, make)),
    async close() {
      await postgres?.stop();
      rmSync(own, { recursive: true, force: true });
    },
  };
}

function remembered<T>(values: Map<string, Promise<unknown>>, name: string, make: () => Promise<T>): Promise<T> {
  const known = values.get(name) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const value = make();
  values.set(name, value);
  return value;
}

/** The server writes the id of its process into its folder. */
async function postmasterOf(folder: string): Promise<number> {
  const [name = ''] = (await readdir(folder)).filter((each) => each.startsWith('alidade-postgres-'));
  return Number((await readFile(join(folder, name, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function call(url: string, method: string, path: string, body?: FormData | object): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof FormData);
  const answer = await fetch(url + path, {
    method,
    headers: { ...basic(PASSWORD), ...(isJson && { 'content-type': 'application/json' }) },
    ...(body && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
  return answer;
}

/** Makes a dataset that everybody can read. @returns its address */
export async function makeDataset(service: Service, slug: string): Promise<string> {
  await (await service.call('POST', '/orgs/admin/ds', form({ slug, visibility: '1' }))).arrayBuffer();
  return `/orgs/admin/ds/${slug}`;
}

/** Waits until everything of a dataset is built. @throws when a build fails */
export async function untilBuilt(service: Service, dataset: string, path: string): Promise<void> {
  for (;;) {
    const answer = await service.call('GET', `${dataset}/builds?path=${path}`);
    const jobs = (await answer.json()) as { currentState: string; errorMessage: string | null }[];
    const failed = jobs.find(({ currentState }) => currentState === 'Failed');
    if (failed) throw new Error(`The build of ${path} failed: ${failed.errorMessage}`);
    if (jobs.length > 0 && jobs.every(({ currentState }) => currentState === 'Succeeded')) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
