import { expect, test } from 'vitest';
import { inParts } from './parts.ts';

const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  second: { b: 'zwei' },
  third: { c: 'drei' },
};

test('parts that were read ahead are not waited for', async () => {
  const texts = inParts({ a: 'eins' }, ['second', 'third']);
  await texts.readAhead((address) => Promise.resolve(PARTS[address]!), [0]);
  const waitedFor: string[] = [];
  const readNow = (address: string) => {
    waitedFor.push(address);
    return null;
  };
  expect(['a', 'b', 'c', 'd'].map((key) => texts.textOf(key, readNow))).toEqual(['eins', 'zwei', 'drei', undefined]);
  expect(waitedFor).toEqual([]);
});

test('a page that is opened sooner waits for the parts up to its own', () => {
  const texts = inParts({ a: 'eins' }, ['second', 'third']);
  const waitedFor: string[] = [];
  const readNow = (address: string) => {
    waitedFor.push(address);
    return PARTS[address]!;
  };
  expect(['a', 'b', 'b'].map((key) => texts.textOf(key, readNow))).toEqual(['eins', 'zwei', 'zwei']);
  expect(waitedFor).toEqual(['second']);
});

test('a part that did not come is waited for once, and comes later', async () => {
  const texts = inParts({ a: 'eins' }, ['second']);
  const waitedFor: string[] = [];
  const readNow = (address: string) => {
    waitedFor.push(address);
    return null;
  };
  expect([texts.textOf('b', readNow), texts.textOf('b', readNow)]).toEqual([undefined, undefined]);
  expect(waitedFor).toEqual(['second']);
  const answers = [null, PARTS['second']!];
  await texts.readAhead(() => Promise.resolve(answers.shift() ?? null), [0, 0, 0]);
  expect(texts.textOf('b', readNow)).toBe('zwei');
});

test('parts that never come are asked for as often as there are pauses', async () => {
  const texts = inParts({}, ['second', 'third']);
  const asked: string[] = [];
  await texts.readAhead(
    (address) => {
      asked.push(address);
      return Promise.resolve(null);
    },
    [0, 0],
  );
  expect(asked).toEqual(['second', 'third', 'second', 'third']);
});
