import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApplication, type Application, type ApplicationOptions } from '../../src/application/index.ts';
import { loadSettings } from '../../src/settings/index.ts';
import { watchAnswers } from './answer-contract.ts';
import { EMBEDDED, placeDatabase } from './test-database.ts';

export const ADMIN = { userName: 'admin', password: 'secret123' } as const;

/** A service of a test: listening on a free port, its data in a folder of its own. */
export interface TestService extends AsyncDisposable {
  readonly app: Application;
  readonly dataDir: string;
  /** Its data folder and database, for another service on the same data; they go with this one. */
  readonly environment: { readonly DATA_DIR: string; readonly DATABASE_URL: string };
  readonly url: string;
  /** Calls the service; `token` and a JSON body become headers. */
  call(method: string, path: string, options?: CallOptions): Promise<Response>;
  /** The administrator's token. */
  readonly token: string;
}

export interface CallOptions {
  /** `null`: anonymous. Default: the administrator's token. */
  readonly token?: string | null;
  readonly json?: unknown;
  readonly body?: RequestInit['body'];
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Starts a service on a database of its own, or on that of `environment.DATABASE_URL` (`EMBEDDED`: an embedded one).
 * A test that names `DATA_DIR` alone gets the embedded database in it, so that it can start the service there again.
 * `parts` takes the place of its kinds of data and tools.
 * Disposing of it fails when an answer broke the OpenAPI document.
 */
export async function startService(
  environment: Readonly<Record<string, string>> = {},
  parts: ApplicationOptions = {},
): Promise<TestService> {
  const { DATA_DIR: folder, DATABASE_URL: address = folder && EMBEDDED } = environment;
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'alidade-test-')));
  const database = await placeDatabase(dataDir, address);
  const settings = loadSettings({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    SHUTDOWN_SECONDS: '2',
    DefaultAdmin__Password: ADMIN.password,
    ...environment,
    DATABASE_URL: database.url,
  });
  const app = await createApplication(settings, parts);
  const contract = watchAnswers(app.server);
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });

  const call = (method: string, path: string, options: CallOptions = {}): Promise<Response> => {
    const { token = bearer, json, body, headers = {} } = options;
    return fetch(url + path, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? (body === undefined ? {} : { body }) : { body: JSON.stringify(json) }),
    });
  };
  let bearer = '';
  const session = await call('POST', '/users/authenticate', { token: null, json: ADMIN });
  bearer = ((await session.json()) as { token: string }).token;

  return {
    app,
    dataDir,
    environment: { DATA_DIR: dataDir, DATABASE_URL: database.url },
    url,
    call,
    token: bearer,
    async [Symbol.asyncDispose]() {
      await app.close();
      await database.remove();
      await rm(dataDir, { recursive: true, force: true });
      const breaches = contract.breaches();
      if (breaches.length > 0) throw new Error(`Answers that break the OpenAPI document:\n${breaches.join('\n')}`);
    },
  };
}

/** A multipart form of fields in the given order; `Blob` and `Buffer` values become files. */
export function form(parts: Readonly<Record<string, string | Uint8Array>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, new Blob([new Uint8Array(value)]), 'file.bin');
  }
  return data;
}

/** Between two questions, in milliseconds: the first soon, as most are about what is so in a moment. */
const [FIRST_PAUSE, LAST_PAUSE] = [10, 160];

/** So many questions fit into a second, where each is answered at once: on a machine that does much else fewer do. */
const QUESTIONS_OF_A_SECOND = 9;

/** `seconds` of a wait that only the time limit of its test ends: how busy the machine is decides nothing. */
export const WHILE_TEST_RUNS = Infinity;

/** Default `seconds` of a wait: less than the 180 s of a test, so that the last answer is told before they end it. */
const MOST_SECONDS = 150;

/**
 * Asks again until the answer satisfies. The limit ends a wait that hangs; name one only where the specification does.
 *
 * @param seconds limit, in which it asks as often as a quiet machine does in one at least
 */
export async function until<T>(
  ask: () => Promise<T>,
  satisfied: (answer: T) => boolean,
  seconds = MOST_SECONDS,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (let pause = FIRST_PAUSE, asked = 1; ; pause = Math.min(LAST_PAUSE, 2 * pause), asked += 1) {
    const answer = await ask();
    if (satisfied(answer)) return answer;
    if (Date.now() > end && asked > QUESTIONS_OF_A_SECOND)
      throw new Error(`Not within ${seconds} s; last answer: ${JSON.stringify(answer).slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
