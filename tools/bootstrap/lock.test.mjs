import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readJson } from './file-system.mjs';
import { isOwnerAlive, takeLock } from './lock.mjs';
import { isAlive, startTimeOf } from './processes.mjs';

/** @type {string} */
let path;
/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alidade-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

const noSignal = new AbortController().signal;
const unexpected = () => expect.unreachable('nobody has the lock');

/** A process that waits, in a group of its own. @param {string} [code] */
function startWaiting(code = 'setTimeout(() => {}, 60000)') {
  return spawn(process.execPath, ['-e', code], { detached: true, stdio: 'ignore' });
}

test('names its owner while it is held and is gone afterwards', async () => {
  const lock = await takeLock(path, unexpected, noSignal);
  expect(readJson(path)).toEqual({ pid: process.pid, started: startTimeOf(process.pid) });
  lock.release();
  expect(existsSync(path)).toBe(false);
});

test('waits for a living owner, says so once, and can be interrupted', async () => {
  const other = startWaiting();
  try {
    const pid = Number(other.pid);
    writeFileSync(path, JSON.stringify({ pid, started: startTimeOf(pid) }));
    const interruption = new AbortController();
    /** @type {string[]} */
    const waits = [];
    const taken = takeLock(path, (who) => waits.push(who), interruption.signal);
    setTimeout(() => interruption.abort(new Error('interrupted')), 700);
    await expect(taken).rejects.toThrow(/interrupted/);
    expect(waits).toEqual([expect.stringContaining(`process ${pid}`)]);
    expect(readJson(path).pid).toBe(pid);
  } finally {
    other.kill('SIGKILL');
  }
});

test('is taken from an owner that was killed, and what it had started is ended', async () => {
  const owner = startWaiting();
  const worker = startWaiting();
  const [pid, group] = [Number(owner.pid), Number(worker.pid)];
  const record = { pid, started: startTimeOf(pid), group, groupStarted: startTimeOf(group), patient: false };
  writeFileSync(path, JSON.stringify(record));
  const ended = once(owner, 'close');
  const workerEnded = once(worker, 'close');
  owner.kill('SIGKILL');
  await ended;
  /** @type {string[]} */
  const waits = [];
  const lock = await takeLock(path, (who) => waits.push(who), noSignal);
  await workerEnded;
  expect(waits).toEqual([expect.stringContaining(`group ${group}`)]);
  expect(isAlive(group)).toBe(false);
  lock.release();
});

test('does not mistake a process that got the number of the dead owner for the owner', () => {
  expect(isOwnerAlive({ pid: process.pid, started: startTimeOf(process.pid) })).toBe(true);
  expect(isOwnerAlive({ pid: process.pid, started: '1' })).toBe(false);
});

test('a lock file without content (a power cut) is stale', async () => {
  writeFileSync(path, '');
  const lock = await takeLock(path, unexpected, noSignal);
  lock.release();
  expect(existsSync(path)).toBe(false);
});

test('of several that want it at once exactly one has it at any time', async () => {
  const script = `
    import { appendFileSync } from 'node:fs';
    import { takeLock } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)};
    const lock = await takeLock(${JSON.stringify(path)}, () => {}, new AbortController().signal);
    appendFileSync(${JSON.stringify(join(folder, 'order'))}, 'in ');
    await new Promise((resolve) => setTimeout(resolve, 150));
    appendFileSync(${JSON.stringify(join(folder, 'order'))}, 'out ');
    lock.release();`;
  writeFileSync(path, JSON.stringify({ pid: 2 ** 22 + 1, started: '1' })); // A number no process has.
  const contenders = [1, 2, 3].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  await Promise.all(contenders.map((contender) => once(contender, 'close')));
  const { readFileSync } = await import('node:fs');
  expect(readFileSync(join(folder, 'order'), 'utf8')).toBe('in out in out in out ');
});
