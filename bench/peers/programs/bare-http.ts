import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onExit } from '../exit.ts';
import type { Target } from '../load.ts';

const PROGRAM = join(import.meta.dirname, '../../identity/bare-server.ts');

/** A bare `node:http` server that sends the same bytes to everybody: what no service in this language can exceed. */
export async function startBareHttp(bytes: Uint8Array): Promise<Target & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'bare-'));
  const file = join(folder, 'bytes');
  await writeFile(file, bytes);
  const child = spawn(process.execPath, [PROGRAM, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const forget = onExit(() => child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: `http://127.0.0.1:${line.toString().trim()}`,
    pids: [child.pid!],
    async close() {
      forget();
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
