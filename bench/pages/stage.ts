import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { openDatabase, type Database } from '../../src/database/index.ts';
import { DESKTOP, launchBrowser } from '../../test/browser/browser.ts';
import { startProcess, type ServiceProcess } from '../../test/support/process.ts';
import { fillEntries, type ManyEntries } from '../support/many-entries.ts';

const PASSWORD = 'secret123';

type Cookies = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Data of a service that is started anew for each cold visit, and a browser. */
export interface BenchStage extends AsyncDisposable {
  /** Makes datasets of the administrator, while the service runs. */
  make(work: (service: ServiceProcess, headers: Readonly<Record<string, string>>) => Promise<void>): Promise<void>;
  /** Fills datasets with rows, while it does not run. */
  fill(datasets: Readonly<Record<string, ManyEntries>>): Promise<void>;
  /** Works on the database, while the service does not run. */
  change(work: (db: Database) => Promise<void>): Promise<void>;
  /** Starts the service and opens a browser context without a cache, signed in. */
  fresh<T>(work: (context: BrowserContext, service: ServiceProcess) => Promise<T>): Promise<T>;
}

export async function openStage(): Promise<BenchStage> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
  const { DATABASE_URL } = process.env;
  const environment = {
    DefaultAdmin__Password: PASSWORD,
    DATA_DIR: join(folder, 'data'),
    ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }),
  };
  const browser = await launchBrowser();
  let cookies: Cookies | undefined;
  const withService = async <T>(work: (service: ServiceProcess) => Promise<T>): Promise<T> => {
    const service = await startProcess(environment);
    try {
      return await work(service);
    } finally {
      await service.end('SIGTERM');
    }
  };
  const change: BenchStage['change'] = async (work) => {
    const database = await openDatabase({ url: DATABASE_URL, folder: environment.DATA_DIR });
    try {
      await work(database.db);
    } finally {
      await database.close();
    }
  };
  return {
    make: (work) =>
      withService(async (service) => {
        cookies = await signIn(browser, service.url);
        const answer = await fetch(`${service.url}/users/authenticate`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ userName: 'admin', password: PASSWORD }),
        });
        const { token } = (await answer.json()) as { token: string };
        await work(service, { authorization: `Bearer ${token}` });
      }),
    change,
    fill: (datasets) =>
      change(async (db) => {
        for (const [slug, files] of Object.entries(datasets)) {
          const found = db.selectFrom('datasets').select('id').where('slug', '=', slug);
          await fillEntries(db, (await found.executeTakeFirstOrThrow()).id, files);
        }
      }),
    fresh: (work) =>
      withService(async (service) => {
        const options: BrowserContextOptions = { ...DESKTOP, baseURL: service.url, locale: 'en-GB' };
        const context = await browser.newContext({ ...options, ...(cookies && { storageState: cookies }) });
        try {
          return await work(context, service);
        } finally {
          await context.close();
        }
      }),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Cookies outlive the service: nobody has to sign in after its next start, and the cold visit begins with the page. */
async function signIn(browser: Browser, baseURL: string): Promise<Cookies> {
  const context = await browser.newContext({ baseURL });
  const data = { userName: 'admin', password: PASSWORD, cookie: true };
  const answer = await context.request.post('/users/authenticate', { data });
  if (!answer.ok()) throw new Error(`POST /users/authenticate: ${answer.status()}`);
  const state = await context.storageState();
  await context.close();
  return state;
}
