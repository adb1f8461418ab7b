import { Interrupted } from './client-error.ts';
import { onInterrupt } from './on-interrupt.ts';
import { runClient } from './run.ts';

/** Where the user stands when the program was started through the tools of a checkout, which run in its folder. */
const CALLED_FROM = 'ALIDADE_CWD';

/** Runs a command in this process and sets its exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const { stdin, stdout, stderr, env } = process;
  const interruption = new AbortController();
  const interrupt = onInterrupt(
    () => interruption.abort(new Interrupted()),
    () => process.exit(130),
  );
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  // `alidade ls … | head`: anyone who read has enough.
  stdout.on('error', (fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'EPIPE') throw fault;
    process.exit(0);
  });
  const cwd = env[CALLED_FROM] ?? process.cwd();
  process.exitCode = await runClient(argv, { stdin, stdout, stderr, env, cwd, signal: interruption.signal });
}
