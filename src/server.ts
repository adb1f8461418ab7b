import { createApplication, giveNewPassword, type Application } from './application/index.ts';
import { guardProcess } from './http/index.ts';
import { loadSettings, SettingsError, type Settings } from './settings/index.ts';
import { tellStarter } from './starter.ts';

/** What a process of the server does. */
export type ServerCommand = 'serve' | 'worker' | 'password';

/** Runs a command of the server in this process. What it cannot go on after ends the process with exit code 1. */
export async function runServer(command: ServerCommand, argument?: string): Promise<void> {
  try {
    const settings = loadSettings(process.env);
    switch (command) {
      case 'serve':
        return await run(settings, serve);
      case 'worker':
        return await run(requireServer(settings), () => Promise.resolve());
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

/** Runs until the process is told to stop, or a fault may have broken its state. What runs gets time to end first. */
async function run(settings: Settings, start: (app: Application, settings: Settings) => Promise<void>): Promise<void> {
  const app = await createApplication(settings, { restarts: Number(process.env['ALIDADE_RESTARTS'] ?? 0) });
  let isEnding = false;
  const end = (exitCode: number): void => {
    if (isEnding) process.exit(exitCode || 1); // Asked twice: at once, without waiting for anything.
    isEnding = true;
    setTimeout(() => process.exit(exitCode || 1), settings.shutdownSeconds * 1000 + CLOSING_MS).unref();
    app.close().then(() => process.exit(exitCode), fault);
  };
  process.on('SIGTERM', () => end(0));
  process.on('SIGINT', () => end(0));
  guardProcess(app.faults, () => {
    if (isEnding) return; // A fault while the process ends changes nothing.
    process.stderr.write('Alidade ends because of a fault that is in the log, and should be started again.\n');
    end(FAULT_EXIT_CODE);
  });
  // Before anything else can fail: a random password is nowhere else.
  presentAdministrator(app);
  await start(app, settings).catch(async (cause: unknown) => {
    await app.close();
    throw cause;
  });
  tellStarter();
}

function presentAdministrator({ administrator }: Application): void {
  if (administrator === undefined) return;
  const { user, password } = administrator;
  print(
    password === undefined
      ? [`Administrator: ${user.name}`]
      : [
          `Administrator: ${user.name}`,
          `Password: ${password}`,
          'It is shown this once. Change it on the page /account after signing in.',
        ],
  );
}

async function serve(app: Application, settings: Settings): Promise<void> {
  const { host, port, externalUrl } = settings;
  const address = await app.server.listen({ host, port }).catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    throw new SettingsError(`Another program uses port ${port} already. Stop it, or choose another PORT.`);
  });
  print([`Alidade ${app.version} is ready: ${externalUrl ?? address}`]);
}

async function newPassword(settings: Settings, userName = settings.defaultAdmin.userName): Promise<void> {
  const password = await giveNewPassword(settings, userName);
  if (password === undefined) throw new SettingsError(`There is no user ${userName}.`);
  print([`User: ${userName}`, `Password: ${password}`, 'Change it on the page /account after signing in.']);
}

function print(lines: readonly string[]): void {
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
        ? (cause.stack ?? cause.message)
        : String(cause);
  process.stderr.write(`Alidade cannot go on: ${text}\n`);
  process.exit(1);
}
