import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { nodeEnvironment } from './bootstrap/node.mjs';
import { compileCache, root } from './bootstrap/paths.mjs';

/**
 * Run a program of Alidade in the terminal of this process: its input and output are ours, signals that reach us reach
 * it, its exit code is ours. It has a channel to us, which closes when we are killed and can pass no signal on.
 * @param {import('./bootstrap/node.mjs').Node} node
 * @param {readonly string[]} args
 * @param {AbortSignal} interruption set off before: the program is not started
 * @returns {Promise<number>} its exit code; 128 + number of the signal when one ended it
 */
export async function handOver(node, args, interruption) {
  interruption.throwIfAborted();
  const signals = passSignals();
  return (await runOnce(node, args, signals)).code;
}

/**
 * glibc gives memory of large allocations back to the system at once when it maps them one by one. By default the limits grow
 * with use, so that a service keeps hundreds of megabytes of pictures that are long gone (docs/performance.md, Memory).
 */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * Largest half of the heap for new objects, in MiB; by default 16. A process that answers and a thread that draws keep three of them
 * each once they were busy. After 8 s of lists, capabilities and maps at full speed the service had 447 MB in place of 562, and
 * answered as fast (docs/performance.md, Memory).
 */
const HEAP = ['--max-semi-space-size=8'];

/** A child that reads files starts in half the time with compiled sources. This folder needs no more trust than the sources beside it. */
const COMPILED = { NODE_COMPILE_CACHE: compileCache };

/** The first pause before a new start, in milliseconds; each further one is twice as long, up to a minute. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** A program that ran this long has recovered: the pauses begin anew. */
const CALM_MS = 600_000;

/**
 * Run a service as `handOver` does, and start it again when it ends by itself after it was ready: a fault, a full disk, no
 * memory. One that cannot even start ends at once, with its words: its settings are wrong.
 * @param {import('./bootstrap/node.mjs').Node} node
 * @param {readonly string[]} args
 * @param {AbortSignal} interruption set off before: the program is not started
 * @param {{ readonly firstPauseMs?: number, readonly say?: (line: string) => void }} [options]
 * @returns {Promise<number>} the last exit code
 */
export async function keepRunning(node, args, interruption, options = {}) {
  const { firstPauseMs = FIRST_PAUSE_MS, say = console.error } = options;
  interruption.throwIfAborted();
  const signals = passSignals();
  let pause = firstPauseMs;
  for (let restarts = 0; ; restarts += 1) {
    const began = Date.now();
    const { code, wasReady } = await runOnce(node, args, signals, { ALIDADE_RESTARTS: String(restarts) });
    if (code === 0 || signals.told || (restarts === 0 && !wasReady)) return code;
    if (Date.now() - began > CALM_MS) pause = firstPauseMs;
    say(`Alidade ended by itself (${reasonOf(code)}). It is started again in ${pause / 1000} s; Ctrl+C ends it.`);
    await signals.pause(pause);
    if (signals.told) return code;
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }
}

/**
 * @param {number} code
 * @returns {string} why a program ended, as far as its exit code tells
 */
function reasonOf(code) {
  const name = Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0];
  if (name === undefined) return `exit code ${code}`;
  return name === 'SIGKILL' ? 'killed: the system had no memory left, or somebody killed it' : `signal ${name}`;
}

/**
 * @typedef {object} Signals
 * @property {boolean} told whether somebody asked for the end
 * @property {import('node:child_process').ChildProcess | undefined} child the program that signals are passed to
 * @property {(milliseconds: number) => Promise<void>} pause waits, up to the first signal
 */

/** @returns {Signals} */
function passSignals() {
  process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM').removeAllListeners('SIGHUP');
  const ended = new AbortController();
  /** @type {Signals} */
  const signals = {
    told: false,
    child: undefined,
    pause: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        ended.signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
  for (const name of /** @type {const} */ (['SIGTERM', 'SIGHUP', 'SIGINT'])) {
    process.on(name, () => {
      signals.told = true;
      ended.abort();
      // Ctrl+C reaches every process of the terminal, the program too: passing it on would count twice.
      if (name === 'SIGINT' && process.stdin.isTTY) return;
      signals.child?.kill(name);
    });
  }
  return signals;
}

/**
 * @param {import('./bootstrap/node.mjs').Node} node
 * @param {readonly string[]} args
 * @param {Signals} signals
 * @param {Readonly<Record<string, string>>} [environment] added to ours
 * @returns {Promise<{ readonly code: number, readonly wasReady: boolean }>}
 */
async function runOnce(node, args, signals, environment = {}) {
  const child = spawn(node.path, [...HEAP, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...ALLOCATOR, ...COMPILED, ...process.env, ...nodeEnvironment(node), ...environment },
  });
  signals.child = child;
  let wasReady = false;
  child.on('message', (message) => {
    wasReady ||= message === 'ready';
  });
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, name) =>
        resolve({ code: code ?? 128 + (name ? constants.signals[name] : 0), wasReady }),
      );
    });
  } finally {
    signals.child = undefined;
  }
}
