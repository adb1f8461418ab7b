import { join } from 'node:path';
import { CommanderError } from 'commander';
import { ClientError, EXIT, Interrupted, type ExitCode } from './client-error.ts';
import type { ClientIo, CommandContext } from './context.ts';
import { fileFault } from './file-faults.ts';
import { configFolder, stateFolder } from './folders.ts';
import { createProgram, type GlobalOptions } from './command-line.ts';
import { chooseServer } from './servers/choose-server.ts';
import { readServers } from './servers/server-file.ts';
import { connectWith } from './servers/session.ts';
import { noticesAmong } from './terminal/notices.ts';
import { createOutput } from './terminal/output.ts';
import { plain } from './terminal/escape.ts';
import { createProgress } from './terminal/progress.ts';
import { continueText, waitText } from './terminal/wait-text.ts';

/**
 * Runs one command.
 *
 * @param argv its words, without the name of the program
 * @returns the exit code; what went wrong stands on standard error
 */
export async function runClient(argv: readonly string[], io: ClientIo): Promise<ExitCode> {
  const program = createProgram((options) => createContext(options, io), {
    writeOut: (text) => void io.stdout.write(text),
    writeErr: (text) => void io.stderr.write(text),
    getOutHelpWidth: () => io.stdout.columns ?? 100,
    getErrHelpWidth: () => io.stderr.columns ?? 100,
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return EXIT.ok;
  } catch (cause) {
    return tell(io.signal.aborted ? io.signal.reason : cause, io);
  }
}

function createContext(options: GlobalOptions, io: ClientIo): CommandContext {
  const { json = false, quiet = false, parallel, server: named } = options;
  // JSON on the same terminal would tear the bars.
  const bars = io.stderr.isTTY === true && io.env['TERM'] !== 'dumb' && !quiet && !(json && io.stdout.isTTY === true);
  const file = join(configFolder(io.env), 'servers.json');
  const out = createOutput({ stdout: io.stdout, stderr: io.stderr, json, quiet });
  const { note, progress } = noticesAmong(out, () => createProgress(io.stderr, { quiet, bars }));
  const onWait: CommandContext['onWait'] = (wait) => note(waitText(wait));
  const onContinue: CommandContext['onContinue'] = (continued) => note(continueText(continued));
  return {
    ...io,
    json,
    parallel,
    stateFolder: stateFolder(io.env),
    server: named,
    serversFile: file,
    out,
    bars,
    progress,
    onWait,
    onContinue,
    async connection(server) {
      return connectWith(chooseServer(server, named, io.env, await readServers(file)), file, onWait);
    },
  };
}

/** Says what went wrong. */
function tell(cause: unknown, { stderr }: ClientIo): ExitCode {
  if (cause instanceof CommanderError) return cause.exitCode === 0 ? EXIT.ok : EXIT.usage; // It has spoken itself.
  if (cause instanceof Interrupted) {
    stderr.write('Interrupted. The same command goes on where it stopped.\n');
    return EXIT.interrupted;
  }
  stderr.write(`alidade: ${plain(wordsOf(cause))}\n`);
  if (cause instanceof ClientError) return cause.exitCode;
  return (cause as NodeJS.ErrnoException).code === 'ENOENT' ? EXIT.notFound : EXIT.failed;
}

function wordsOf(cause: unknown): string {
  if (cause instanceof ClientError) return cause.message;
  const fault = fileFault(cause);
  if (fault !== undefined) return fault;
  const { message } = cause as Partial<Error>;
  return `Something went wrong inside the program: ${message ?? String(cause)}. Please report it with the command you gave.`;
}
