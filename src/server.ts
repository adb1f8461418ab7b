import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Application } from './application/index.ts';
import type { OpenDatabase } from './database/index.ts';
import { withSourceLines } from './errors/index.ts';
import type { Part } from './processes.ts';
import { loadSettings, readVersion, SettingsError, type Settings } from './settings/index.ts';
import { tellStarter } from './starter.ts';
import { joinPort, takePort } from './starting.ts';

/** What a process of the server does. */
export type ServerCommand = 'serve' | 'worker' | 'password';

/** Runs a command of the server in this process. What it cannot go on after ends the process with exit code 1. */
export async function runServer(command: ServerCommand, argument?: string): Promise<void> {
  try {
    const settings = loadSettings(process.env);
    switch (command) {
      case 'serve':
        return await serve(settings);
      case 'worker':
        // The processes that answer share a machine; one that builds is a process of its own.
        return await run({ ...requireServer(settings), processes: 1 }, () => Promise.resolve(undefined));
      case 'password':
        return await newPassword(settings, argument);
    }
  } catch (cause) {
    fault(cause);
  }
}

/** Exit code after a fault: EX_SOFTWARE. The starter of the process starts it again. */
const FAULT_EXIT_CODE = 70;
/** Beyond the time that running requests get to end: for the jobs, the children and the database. */
const CLOSING_MS = 15_000;
const closingMs = ({ shutdownSeconds }: Settings): number => shutdownSeconds * 1000 + CLOSING_MS;
/** Beyond that for one of several processes: it ends by itself unless it hangs. */
const KILLING_MS = 5000;

/** Time in which a request that came during an import is accepted, read and answered, in milliseconds. */
const ANSWER_MS = 5;

/**
 * Imports the application, module by module. Each import occupies the process for 100 to 300 ms; between them the port answers.
 */
async function loadApplication() {
  const modules = [
    () => import('./database/index.ts'),
    () => import('./http/index.ts'),
    () => import('./datasets/index.ts'),
    () => import('./kinds/index.ts'),
    () => import('./ogc/index.ts'),
  ];
  for (const load of modules) {
    await load();
    await pause(ANSWER_MS);
  }
  return import('./application/index.ts');
}

async function openDatabase({ databaseUrl, dataDir, processes }: Settings): Promise<OpenDatabase> {
  const { openDatabase: open } = await import('./database/index.ts');
  return open({ url: databaseUrl, folder: resolve(dataDir), processes });
}

/**
 * Runs until the process is told to stop, or a fault may have broken its state. What runs gets time to end first.
 *
 * @param listen opens the service to callers. @returns its address, if it has one
 * @param part of this process, when it is one of several
 */
async function run(
  settings: Settings,
  listen: (app: Application) => Promise<string | undefined>,
  part?: Part,
): Promise<void> {
  // The embedded database opens beside the imports: both take as long. Connections to a server have a time limit, and a
  // busy machine is not done with the imports in that time: it would not read the answer of the server.
  const early = settings.databaseUrl === undefined ? openDatabase(settings) : undefined;
  early?.catch(() => undefined); // Awaited when the application is loaded.
  const { createApplication } = await loadApplication();
  const database = early ?? openDatabase(settings);
  const { guardProcess } = await import('./http/index.ts');
  const restarts = Number(process.env['ALIDADE_RESTARTS'] ?? 0);
  const app = await createApplication(settings, { restarts, database, processNumber: part?.number });
  let isEnding = false;
  const end = (exitCode: number): void => {
    if (isEnding) process.exit(exitCode || 1); // Asked twice: at once, without waiting for anything.
    isEnding = true;
    setTimeout(() => process.exit(exitCode || 1), closingMs(settings)).unref();
    app.close().then(() => process.exit(exitCode), fault);
  };
  const told = (): void => {
    // One of several is told by the process that started it, and perhaps by a terminal as well; that process ends it at once.
    if (part === undefined || !isEnding) end(0);
  };
  process.on('SIGTERM', told);
  process.on('SIGINT', told);
  guardProcess(app.faults, () => {
    if (isEnding) return; // A fault while the process ends changes nothing.
    process.stderr.write('Alidade ends because of a fault that is in the log, and should be started again.\n');
    end(FAULT_EXIT_CODE);
  });
  const address = await listen(app).catch(async (cause: unknown) => {
    // A random password is nowhere else.
    print(administratorOf(app));
    await app.close();
    throw cause;
  });
  // Last and together, so that no line of the log comes between them.
  const ready = address === undefined ? [] : [`Alidade ${app.version} is ready: ${settings.externalUrl ?? address}`];
  if (!part?.joins) print([...administratorOf(app), ...ready]);
  tellStarter();
  if (address !== undefined) app.warmUp();
}

function administratorOf({ administrator }: Application): readonly string[] {
  if (administrator === undefined) return [];
  const { user, password } = administrator;
  if (password === undefined) return [`Administrator: ${user.name}`];
  return [
    `Administrator: ${user.name}`,
    `Password: ${password}`,
    'It is shown this once. Change it on the page /account after signing in.',
  ];
}

async function serve(settings: Settings): Promise<void> {
  if (settings.processes === 1) return answer(settings);
  const { ownPart, serveByProcesses, settingsOfPart } = await import('./processes.ts');
  const part = ownPart();
  if (part === undefined) await serveByProcesses(settings, closingMs(settings) + KILLING_MS);
  else await answer(settingsOfPart(settings, part), part);
}

/** Answers on the port, in this process. */
async function answer(settings: Settings, part?: Part): Promise<void> {
  const port = part?.joins ? joinPort(settings) : await takePort(settings, await readVersion());
  await run(settings, ({ server }) => port.handOver(server), part).catch((cause: unknown) => {
    port.close();
    throw cause;
  });
}

async function newPassword(settings: Settings, userName = settings.defaultAdmin.userName): Promise<void> {
  const { giveNewPassword } = await import('./application/index.ts');
  const password = await giveNewPassword(settings, userName);
  if (password === undefined) throw new SettingsError(`There is no user ${userName}.`);
  print([`User: ${userName}`, `Password: ${password}`, 'Change it on the page /account after signing in.']);
}

function print(lines: readonly string[]): void {
  if (lines.length === 0) return;
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`);
}

/** A worker of its own needs a database that several processes can use. */
function requireServer(settings: Settings): Settings {
  if (settings.databaseUrl !== undefined) return settings;
  throw new SettingsError(
    'A worker of its own needs DatabaseUrl (environment DATABASE_URL): the embedded database serves one process only.',
  );
}

function fault(cause: unknown): never {
  const text =
    cause instanceof SettingsError
      ? cause.message
      : cause instanceof Error
        ? withSourceLines(cause.stack ?? cause.message)
        : String(cause);
  process.stderr.write(`Alidade cannot go on: ${text}\n`);
  process.exit(1);
}
