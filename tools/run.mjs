// The one entry of all commands: `node tools/run.mjs <command>`, run by any Node.js from 18 on, with nothing installed.
import { constants } from 'node:os';
import { findChromium } from './bootstrap/chromium.mjs';
import { Failure } from './bootstrap/failure.mjs';
import { main as program } from './bootstrap/paths.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { handOver, keepRunning } from './hand-over.mjs';
import { runLint } from './checks/lint.mjs';
import { runTests } from './checks/test.mjs';

const usage = `Usage: node tools/run.mjs <command> [arguments]

  prepare [--tests]   make this checkout ready, and stop
  serve               the service (npm start); it is started again when it ends by itself
  alidade ...         any command of Alidade (npm run alidade -- ...)
  test [...]          all checks and tests; with arguments, those tests only (npm test -- path)
  lint                types, lint, format and import rules (npm run lint)
  format              writes the format of all files (npm run format)
  docs                writes the pages that are made from the code (npm run docs)
  texts               brings the catalogues of translations up to the texts of the pages
  bench [...]         benchmarks (npm run bench)`;

/**
 * @param {readonly string[]} commandLine
 * @param {AbortController} interruption
 * @returns {Promise<number>} exit code
 */
async function main([command, ...rest], interruption) {
  const { signal } = interruption;
  /** @param {readonly string[]} args */
  const runProgram = async (args) => handOver(await prepare('run', signal), args, signal);

  switch (command) {
    case 'prepare':
      await prepare(rest.includes('--tests') ? 'tests' : 'run', signal);
      return 0;
    case 'serve':
      return await keepRunning(await prepare('run', signal), [program, 'serve', ...rest], signal);
    case 'alidade':
      return await runAlidade(rest, signal);
    case 'bench':
      process.env.CHROMIUM = findChromium() ?? '';
      process.env.ALIDADE_MAIN = program;
      return await runProgram(['bench/main.ts', ...rest]);
    case 'lint':
      return await runLint(await prepare('checks', signal), signal);
    case 'format':
      return await handOver(await prepare('checks', signal), ['node_modules/oxfmt/bin/oxfmt', '.'], signal);
    case 'docs':
      return await handOver(await prepare('checks', signal), ['tools/write-docs.ts'], signal);
    case 'texts':
      return await handOver(await prepare('checks', signal), ['tools/write-texts.ts', ...rest], signal);
    case 'test':
      // npm takes the `--` before arguments away; callers of this file leave it in.
      return await runTests(
        await prepare('tests', signal),
        rest.filter((word) => word !== '--'),
        signal,
      );
    default:
      console.error(usage);
      return 2;
  }
}

/**
 * Any command of Alidade. The client needs no more than the packages, and works where its caller stands.
 * @param {readonly string[]} words
 * @param {AbortSignal} signal
 * @returns {Promise<number>}
 */
async function runAlidade(words, signal) {
  const isServer = ['serve', 'worker', 'password', undefined].includes(words[0]);
  const run = ['serve', 'worker', undefined].includes(words[0]) ? keepRunning : handOver;
  process.env['ALIDADE_CWD'] ??= process.env['INIT_CWD'] ?? process.cwd();
  return await run(await prepare(isServer ? 'run' : 'client', signal), [program, ...words], signal);
}

const interruption = new AbortController();
/** @type {NodeJS.Signals | undefined} */
let interruptedBy;
for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(name, () => {
    interruptedBy ??= name;
    interruption.abort(
      new Failure('interrupted', { advice: 'run the same command again; it goes on where it stopped.' }),
    );
  });
}

try {
  process.exitCode = await main(process.argv.slice(2), interruption);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.explain());
  // 128 + number of the signal is what a shell reports for a program that a signal ended.
  process.exitCode = interruptedBy ? 128 + constants.signals[interruptedBy] : 1;
}
