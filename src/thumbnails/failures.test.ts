import { expect, it } from 'vitest';
import { fail } from '../errors/index.ts';
import { createFailures } from './failures.ts';

it('F8: what could not be drawn is not tried again for some minutes', () => {
  let time = 0;
  const failures = createFailures(() => time);
  failures.remember('a', fail('not-found', 'It cannot be read.'));
  expect(() => failures.throwKnown('a')).toThrow('It cannot be read.');
  failures.throwKnown('b');
  time = 10 * 60_000;
  failures.throwKnown('a');
});

it('F8: that the service was busy, or nobody waited any more, is no failure of the file', () => {
  const failures = createFailures();
  failures.remember('a', fail('busy', 'Later.'));
  failures.remember('a', new DOMException('gone', 'AbortError'));
  expect(() => failures.throwKnown('a')).not.toThrow();
});

it('F8: remembers a bounded number', () => {
  const failures = createFailures();
  for (let index = 0; index < 20_000; index += 1) failures.remember(`v${index}`, fail('not-found', `${index}`));
  failures.throwKnown('v0');
  expect(() => failures.throwKnown('v19999')).toThrow('19999');
});
