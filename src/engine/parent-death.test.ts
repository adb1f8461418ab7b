import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { isRunning, writeProgram } from './testing/programs.ts';

const alive = (pid: number): boolean => isRunning(pid, (path) => readFileSync(path, 'latin1'));
let server: ChildProcess | null = null;

afterEach(() => void server?.kill('SIGKILL'));

/** A small server: one child in a loop of native-like work, one program in the middle of its own. */
const SERVER = `
  import { createEngine } from ${JSON.stringify(new URL('./engine.ts', import.meta.url).href)};
  import { operation } from ${JSON.stringify(new URL('./operation.ts', import.meta.url).href)};
  import { gdalPrograms } from ${JSON.stringify(new URL('../geodata/gdal-programs.ts', import.meta.url).href)};
  const faulty = operation(${JSON.stringify(new URL('./testing/faulty.child.ts', import.meta.url).href)});
  const limits = { children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 29 };
  const engine = createEngine({ ...limits, programPath: process.argv[1] });
  console.log(await engine.call(faulty, { fault: 'pid' }));
  engine.call(faulty, { fault: 'spin' }).catch(() => {});
  engine.run(gdalPrograms.gdalwarp, [], { onLine: (line) => console.log(line) }).catch(() => {});
`;

describe('kill -9 of the server', () => {
  it('ends its busy child and its program with it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'alidade-death-'));
    await writeProgram(folder, 'family');
    server = spawn(process.execPath, ['--input-type=module', '-e', SERVER, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pids: number[] = [];
    if (server.stdout === null) throw new Error('no output');
    for await (const line of createInterface({ input: server.stdout })) {
      if (line.startsWith('0')) break;
      pids.push(...line.split(' ').map(Number));
    }
    const [child = 0, outsider = 0, program = 0] = pids;
    expect([child, outsider, program].map(alive)).toEqual([true, true, true]);
    server.kill('SIGKILL');
    for (let look = 0; look < 1000 && (alive(child) || alive(program)); look += 1)
      await new Promise((resolve) => void setTimeout(resolve, 20));
    expect([alive(child), alive(program)]).toEqual([false, false]);
    // One that made a session of its own is out of the kernel's groups: docs/engine.md names this limit.
    process.kill(outsider, 'SIGKILL');
    await rm(folder, { recursive: true });
  });
});
