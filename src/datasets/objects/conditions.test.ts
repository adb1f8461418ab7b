import { describe, expect, it } from 'vitest';
import { EntryType } from '../../inspection/index.ts';
import { checkConditions, factsEtagOf, type Conditions } from './conditions.ts';

const hash = 'a'.repeat(64);
const facts = {
  properties: {},
  mtime: 0,
  size: 0,
  depth: 0,
  pointGeometry: null,
  polygonGeometry: null,
  companions: '',
};
const file = { path: 'f', hash, type: EntryType.Generic, ...facts };
const folder = { ...file, hash: null, type: EntryType.Directory };

const holds = (entry: typeof file | typeof folder | undefined, conditions: Conditions): boolean => {
  try {
    checkConditions(entry, conditions);
    return true;
  } catch {
    return false;
  }
};

describe('conditions of an upload', () => {
  it.each([
    ['nothing asked', {}, [true, true, true]],
    ['any', { ifMatch: '*' }, [true, true, false]],
    ['none', { ifNoneMatch: '*' }, [false, false, true]],
    ['these bytes', { ifMatch: `"${hash}"` }, [true, false, false]],
    ['one of these bytes', { ifMatch: `"b", "${hash}"` }, [true, false, false]],
    ['other bytes', { ifMatch: '"b"' }, [false, false, false]],
    ['not these bytes', { ifNoneMatch: `"${hash}"` }, [false, true, true]],
    ['not weakly these bytes', { ifNoneMatch: `"b", W/"${hash}"` }, [false, true, true]],
    ['what is told of these bytes', { ifMatch: factsEtagOf(file) }, [true, false, false]],
    ['not what is told of these bytes', { ifNoneMatch: `W/${factsEtagOf(file)}` }, [false, true, true]],
    ['weakly these bytes, which is not enough', { ifMatch: `W/"${hash}"` }, [false, false, false]],
  ])('%s', (_, conditions, expected) => {
    expect([file, folder, undefined].map((entry) => holds(entry, conditions))).toEqual(expected);
  });
});

it('what is told of a file has another tag when its facts, its build or its bytes are others; folders have none', () => {
  const told = { ...file, buildStatus: null };
  const others = [
    { ...told, properties: { width: 1 } },
    { ...told, buildStatus: 'queued' },
    { ...told, hash: 'b' },
  ];
  expect(new Set([told, ...others].map(factsEtagOf)).size).toBe(4);
  expect(factsEtagOf(folder)).toBeUndefined();
});
