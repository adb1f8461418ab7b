import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { nodeEnvironment } from './bootstrap/node.mjs';
import { root } from './bootstrap/paths.mjs';

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
  process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM').removeAllListeners('SIGHUP');
  const child = spawn(node.path, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...nodeEnvironment(node) },
  });
  for (const name of /** @type {const} */ (['SIGTERM', 'SIGHUP', 'SIGINT'])) {
    process.on(name, () => {
      // Ctrl+C reaches every process of the terminal, the program too: passing it on would count twice.
      if (name === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(name);
    });
  }
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, name) => resolve(code ?? 128 + (name ? constants.signals[name] : 0)));
  });
}
