import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { timeAnswer } from './processor-time.ts';

function compute(milliseconds: number): void {
  const { user, system } = process.cpuUsage();
  for (let used = 0; used < milliseconds * 1000;) {
    const now = process.cpuUsage();
    used = now.user - user + now.system - system;
  }
}

it('a process that computes makes others wait for as long, however busy the machine is', async () => {
  const { answer, ms } = await timeAnswer(process.pid, async () => {
    await sleep(1);
    compute(300);
    return 'answer';
  });
  expect(answer).toBe('answer');
  // Other threads of this process may have used a part.
  expect(ms).toBeGreaterThan(150);
});
