import { expect, test } from 'vitest';
import { runJob } from './child.mjs';
import { isAlive, pause } from './processes.mjs';

/** @param {AbortSignal} [signal] */
function runnerWith(signal = new AbortController().signal) {
  /** @type {{ lines: string[], group: number }} */
  const seen = { lines: [], group: 0 };
  return {
    seen,
    runner: {
      signal,
      activity: (/** @type {string} */ line) => void seen.lines.push(line),
      running: (/** @type {number} */ group) => void (seen.group = group),
    },
  };
}
/** @param {string} code */
const job = (code) => ({ name: 'test-child', command: process.execPath, args: ['-e', code] });

test('answers the output and follows it line by line, without colours', async () => {
  const { seen, runner } = runnerWith();
  expect(await runJob(job(`console.log('\\u001b[31mone\\u001b[0m'); console.log('two')`), runner)).toBe('one\ntwo');
  expect(seen.lines).toEqual(['one', 'two']);
});

test('a failure shows the last lines, the log and what to do', async () => {
  const { runner } = runnerWith();
  const code = `for (let i = 0; i < 50; i++) console.error('line ' + i); process.exitCode = 3`;
  const failure = await runJob(job(code), runner).catch((error) => error);
  const text = failure.explain();
  expect(text).toContain('ended with code 3');
  expect(text).toContain('line 49');
  expect(text).toContain('line 20');
  expect(text).not.toContain('line 19');
  expect(text).toMatch(/Full output: .*test-child\.log/);
  expect(text).toContain('What to do:');
});

test('a program that is not there is a failure, too', async () => {
  const { runner } = runnerWith();
  await expect(runJob({ name: 'test-child', command: 'no-such-program', args: [] }, runner)).rejects.toThrow(
    /could not be started/,
  );
});

test('an interruption ends the child and its children', async () => {
  const interruption = new AbortController();
  const { seen, runner } = runnerWith(interruption.signal);
  const code = `require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
    console.log('started'); setTimeout(() => {}, 60000)`;
  const running = runJob(job(code), runner);
  while (!seen.lines.includes('started')) await pause(20);
  interruption.abort(new Error('interrupted'));
  await expect(running).rejects.toThrow(/interrupted/);
  expect(isAlive(-seen.group)).toBe(false);
});

test('what takes longer than its limit is ended', async () => {
  const { seen, runner } = runnerWith();
  const late = { ...job('setTimeout(() => {}, 60000)'), timeout: 300 };
  await expect(runJob(late, runner)).rejects.toThrow(/longer than 0 s/);
  expect(isAlive(-seen.group)).toBe(false);
});
