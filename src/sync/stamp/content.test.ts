import { expect, it } from 'vitest';
import { readStamp, stampOf } from './content.ts';

const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
const ID = '5bd1cd3d-2a9f-4a5e-9b1f-0f1e2d3c4b5a';

it('makes the checksums of the contract', () => {
  const stamp = stampOf({
    entries: new Map([
      ['dir', ''],
      ['a.txt', HELLO],
    ]),
    meta: new Set([ID]),
  });
  expect(stamp.checksum).toBe('5dee93d3c26314d41acd06b3e5f16bc8f01013dcf5480ece752b47555c961283');
  expect(stamp.entries).toEqual([{ 'a.txt': HELLO }, { dir: '' }]);
  expect(stampOf(readStamp(stamp))).toEqual(stamp);
});

it.each([
  '../up',
  '/absolute',
  'a/../../up',
  'a\\b',
  'C:/windows',
  '.ddb/dbase.sqlite',
  'a/.alidade/sync.json',
  'line\nbreak',
  `${'n'.repeat(256)}`,
  '',
])('refuses the path %j of another side', (path) => {
  const stamp = { entries: [{ 'fine.txt': HELLO }, { [path]: HELLO }], meta: [] };
  expect(() => readStamp(stamp)).toThrow('cannot be written here');
  const refused: string[] = [];
  expect([...readStamp(stamp, (name) => refused.push(name)).entries.keys()]).toEqual(['fine.txt']);
  expect(refused).toEqual([path]);
});

it.each([
  null,
  7,
  [],
  {},
  { entries: 'a' },
  { entries: [1] },
  { entries: [], meta: ['not an id'] },
  { entries: [], meta: {} },
])('refuses %j as a stamp', (value) => {
  expect(() => readStamp(value)).toThrow(/stamp/);
});

it('refuses entries below a file, and hashes that are none', () => {
  expect(() => readStamp({ entries: [{ a: HELLO }, { 'a/b': HELLO }] })).toThrow('below a file');
  expect(() => readStamp({ entries: [{ a: 'md5' }] })).toThrow('SHA-256');
});
