import { expect, it } from 'vitest';
import { createLayerDocuments } from './documents.ts';
import { createLayerSet } from './layer-set.ts';

it('a text is made once for a list of layers and a key, also when it is asked for twice at once', async () => {
  const documents = createLayerDocuments();
  const sets = [createLayerSet([], new Set(), false), createLayerSet([], new Set(), false)] as const;
  let made = 0;
  const make = () => Promise.resolve(`text ${(made += 1)}`);
  const [first, same] = await Promise.all([documents.get(sets[0], ['a'], make), documents.get(sets[0], ['a'], make)]);
  expect([first, same, await documents.get(sets[0], ['a'], make)]).toEqual(['text 1', 'text 1', 'text 1']);
  expect(await documents.get(sets[0], ['b'], make)).toBe('text 2');
  expect(await documents.get(sets[1], ['a'], make)).toBe('text 3');
});

it('a text that could not be made is made again', async () => {
  const documents = createLayerDocuments();
  const set = createLayerSet([], new Set(), false);
  await expect(documents.get(set, 1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await documents.get(set, 1, () => Promise.resolve('yes'))).toBe('yes');
});
