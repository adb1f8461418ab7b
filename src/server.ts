import { createApplication, giveNewPassword, type Application } from './application/index.ts';
import { loadSettings, SettingsError, type Settings } from './settings/index.ts';

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

/** Runs until the process is told to stop; then what runs gets time to end, and the exit code is 0. */
async function run(settings: Settings, start: (app: Application, settings: Settings) => Promise<void>): Promise<void> {
  const app = await createApplication(settings);
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1); // Asked twice: at once, without waiting for anything.
    stopping = true;
    app.close().then(() => process.exit(0), fault);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Before anything else can fail: a random password is nowhere else.
  presentAdministrator(app);
  await start(app, settings).catch(async (cause: unknown) => {
    await app.close();
    throw cause;
  });
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
