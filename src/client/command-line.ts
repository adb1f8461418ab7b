import { Command, InvalidArgumentError, Option, type OutputConfiguration } from 'commander';
import { build } from './commands/build.ts';
import { completion } from './commands/completion.ts';
import { create } from './commands/create.ts';
import { datasets } from './commands/datasets.ts';
import { get } from './commands/get.ts';
import { help } from './commands/help.ts';
import { link } from './commands/link.ts';
import { login } from './commands/login.ts';
import { logout } from './commands/logout.ts';
import { ls } from './commands/ls.ts';
import { meta } from './commands/meta.ts';
import { mv } from './commands/mv.ts';
import { orgs } from './commands/orgs.ts';
import { put } from './commands/put.ts';
import { rm } from './commands/rm.ts';
import { servers } from './commands/servers.ts';
import { syncCommands } from './commands/sync-commands.ts';
import { tasks } from './commands/tasks.ts';
import { whoami } from './commands/whoami.ts';
import type { Act, AddCommand } from './command.ts';
import type { CommandContext } from './context.ts';
import { clientVersion } from './version.ts';

/** Options of every command. */
export interface GlobalOptions {
  readonly server?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly parallel: number;
}

const commands: readonly AddCommand[] = [
  login,
  logout,
  whoami,
  servers,
  orgs,
  datasets,
  create,
  ls,
  get,
  put,
  rm,
  mv,
  ...syncCommands,
  meta,
  build,
  tasks,
  link,
  completion,
];

/** Files on their way at once: small ones wait for answers rather than for the network. */
const DEFAULT_PARALLEL = 16;
const MAX_PARALLEL = 32;

/** All commands of the client. @param contextOf what a command is given, by its options */
export function createProgram(
  contextOf: (options: GlobalOptions) => CommandContext,
  output: OutputConfiguration,
): Command {
  const program = new Command('alidade')
    .description('Works with the datasets of an Alidade server from the command line.')
    .version(clientVersion, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print what a command does')
    .helpCommand(false)
    .exitOverride()
    .configureOutput(output)
    .showHelpAfterError('(alidade help COMMAND tells more)')
    .option('--server <address>', 'server, by its address or name; default: ALIDADE_SERVER, or that of the last login')
    .option('--json', 'print JSON for programs')
    .option('-q, --quiet', 'print results and errors only')
    .addOption(
      new Option('--parallel <count>', `files on their way at the same time, at most ${MAX_PARALLEL}`)
        .argParser(parseParallel)
        .default(DEFAULT_PARALLEL),
    );
  // What commander hands over: the arguments, the options, the command itself.
  const act: Act =
    <O extends object, A extends readonly unknown[]>(
      work: (context: CommandContext, options: O, ...args: A) => Promise<void>,
    ) =>
    async (...input) => {
      const command = input.at(-1) as Command;
      await work(contextOf(command.optsWithGlobals()), command.opts(), ...(input.slice(0, -2) as unknown as A));
    };
  for (const add of [...commands, help]) add(program, act);
  return program;
}

function parseParallel(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > MAX_PARALLEL)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_PARALLEL}.`);
  return value;
}
