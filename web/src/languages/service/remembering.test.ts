import { expect, test } from 'vitest';
import { remembering } from './remembering.ts';

function counted() {
  const asked: string[] = [];
  const say = remembering((text) => {
    asked.push(text);
    return text.toUpperCase();
  });
  return { asked, say };
}

test('ten thousand entries with one problem ask once for its words', () => {
  const { asked, say } = counted();
  expect(new Set(Array.from({ length: 10_000 }, () => say('the disk is full')))).toEqual(new Set(['THE DISK IS FULL']));
  expect(asked).toEqual(['the disk is full']);
});

test('the texts that nobody used for longest are forgotten, and long ones are never kept', () => {
  const { asked, say } = counted();
  say('used');
  for (let number = 0; number < 1500; number += 1) say(`${number}${say('used').length}`);
  expect(asked.filter((text) => text === 'used')).toHaveLength(1);
  say('04');
  expect(asked.filter((text) => text === '04')).toHaveLength(2);
  const long = 'x'.repeat(1001);
  expect([say(long), say(long)]).toEqual([long.toUpperCase(), long.toUpperCase()]);
  expect(asked.filter((text) => text === long)).toHaveLength(2);
});
