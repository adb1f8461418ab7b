import { expect, it } from 'vitest';
import { onInterrupt } from './on-interrupt.ts';

it('takes two signals of one key for one, and leaves at once when it is pressed again', () => {
  let time = 0;
  const done: string[] = [];
  const interrupt = onInterrupt(
    () => done.push('end'),
    () => done.push('leave'),
    () => time,
  );
  interrupt();
  time = 20;
  interrupt();
  expect(done).toEqual(['end']);
  time = 2000;
  interrupt();
  expect(done).toEqual(['end', 'leave']);
});
