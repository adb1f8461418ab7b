import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../test/support/free-port.ts';
import { onExit } from '../exit.ts';
import type { Target } from '../load.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Between two questions; each costs what is starting a little of its processors. */
const PAUSE_MS = 20;
const LIMIT_MS = 120_000;

export interface Started extends Target {
  /** Seconds until that answer. */
  readonly seconds: number;
  end(): Promise<void>;
}

/**
 * Starts the service by `npm start`, as users do, in a group of processes of its own.
 *
 * @param path whose answer is waited for: until the database is open some answer, and others are refused
 */
export async function npmStart(environment: Readonly<Record<string, string>>, path = '/orgs/public'): Promise<Started> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: 'warn', PORT: String(port), ...environment },
    stdio: 'ignore',
    detached: true,
  });
  const gone = once(child, 'exit');
  const forget = onExit(() => kill(child.pid!));
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url + path))) {
    if (child.exitCode !== null || performance.now() - begun > LIMIT_MS) {
      kill(child.pid!);
      throw new Error('npm start did not come to its first answer.');
    }
    await sleep(PAUSE_MS);
  }
  return {
    url,
    pids: [child.pid!],
    seconds: (performance.now() - begun) / 1000,
    async end() {
      process.kill(-child.pid!, 'SIGTERM');
      await gone;
      forget();
      kill(child.pid!);
    },
  };
}

/** Ends the whole group, also those that its leader has left behind. */
function kill(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // None of it is left.
  }
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    }).on('error', () => resolve(false));
  });
}
