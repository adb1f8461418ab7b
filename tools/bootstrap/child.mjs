// A long-running program: its whole output goes to a log file, its last line to the progress line, and it ends with all
// its children when the bootstrap is interrupted.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { Failure } from './failure.mjs';
import { logs, root } from './paths.mjs';
import { endGroup, sendSignal } from './processes.mjs';

/** How much of a failing program's output is shown: a screen full. */
const TAIL = 30;

/**
 * @typedef {object} Job
 * @property {string} name what the log file is called
 * @property {string} command
 * @property {readonly string[]} args
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env] added to the environment
 * @property {number} [timeout] milliseconds; none when absent
 * @property {boolean} [patient] interrupted: wait for its end instead of forcing it (the system's package manager)
 * @property {string} [advice] what to do when it fails
 *
 * @typedef {object} Runner what a step needs from its surroundings
 * @property {AbortSignal} signal
 * @property {(line: string) => void} activity
 * @property {(group: number, patient: boolean) => void} running
 */

/**
 * Run a program to its end.
 * @param {Job} job
 * @param {Runner} runner
 * @returns {Promise<string>} its standard output and errors, last 30 lines
 * @throws {Failure} when it ends with another code than 0, or cannot be started
 */
export async function runJob(job, runner) {
  mkdirSync(logs, { recursive: true });
  runner.signal.throwIfAborted();
  const logPath = join(logs, `${job.name}.log`);
  const log = createWriteStream(logPath);
  log.write(`$ ${[job.command, ...job.args].join(' ')}\n`);

  // A group of its own: Ctrl+C in the terminal reaches only the bootstrap, which then ends the whole group in order.
  const child = spawn(job.command, job.args, {
    cwd: job.cwd ?? root,
    env: { ...process.env, ...job.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  if (child.pid !== undefined) runner.running(child.pid, job.patient ?? false);

  /** @type {string[]} */
  const tail = [];
  const follow = (/** @type {import('node:stream').Readable} */ stream) => {
    stream.pipe(log, { end: false });
    createInterface({ input: stream }).on('line', (line) => {
      const text = stripVTControlCharacters(line).trim();
      if (!text) return;
      tail.push(text);
      if (tail.length > TAIL) tail.shift();
      runner.activity(text);
    });
  };
  follow(child.stdout);
  follow(child.stderr);

  const reason = await endOf(child, job, runner.signal);
  await new Promise((resolve) => log.end(() => resolve(undefined)));
  runner.signal.throwIfAborted();
  if (reason) {
    const advice = job.advice ?? 'read the lines above, mend the cause, and run the same command again.';
    throw new Failure(`${job.command} ${reason}.`, { tail, log: relative(root, logPath), advice });
  }
  return tail.join('\n');
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {Job} job
 * @param {AbortSignal} signal
 * @returns {Promise<string>} why it failed, empty when it did not
 */
function endOf(child, job, signal) {
  return new Promise((resolve) => {
    let late = false;
    /** @type {Promise<void> | undefined} */
    let ending;
    const end = () => {
      if (child.pid === undefined || ending) return;
      if (job.patient) sendSignal(-child.pid, 'SIGTERM');
      else ending = endGroup(child.pid, 10_000);
    };
    const timer = setTimeout(
      () => {
        late = true;
        end();
      },
      job.timeout ?? 2 ** 31 - 1,
    ); // setTimeout's longest time, 24 days.
    signal.addEventListener('abort', end, { once: true });
    const finish = async (/** @type {string} */ reason) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      await ending;
      resolve(reason);
    };
    child.once('error', (error) => void finish(`could not be started (${error.message})`));
    child.once('close', (code, name) => {
      if (late) void finish(`took longer than ${Math.round((job.timeout ?? 0) / 1000)} s`);
      else if (code === 0) void finish('');
      else void finish(name ? `was ended by ${name}` : `ended with code ${code}`);
    });
  });
}
