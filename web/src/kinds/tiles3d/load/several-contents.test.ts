import { expect, test } from 'vitest';
import { splitContents, type TileJson } from './several-contents.ts';

const boundingVolume = { sphere: [0, 0, 0, 1] };
const split = (root: TileJson): TileJson => {
  splitContents(root);
  return root;
};

test('one content stays one tile', () => {
  expect(split({ contents: [{ uri: 'a' }], boundingVolume })).toEqual({ content: { uri: 'a' }, boundingVolume });
  expect(split({ content: { uri: 'a' }, boundingVolume })).toEqual({ content: { uri: 'a' }, boundingVolume });
});

test('several contents are tiles of their own that are always drawn together', () => {
  const transform = [1];
  const leaf = split({ contents: [{ uri: 'a' }, { uri: 'b' }], boundingVolume, geometricError: 0, transform });
  expect(leaf).toEqual({
    boundingVolume,
    transform,
    geometricError: 1e30,
    refine: 'ADD',
    children: [
      { boundingVolume, geometricError: 0, content: { uri: 'a' }, children: [] },
      { boundingVolume, geometricError: 0, content: { uri: 'b' }, children: [] },
    ],
  });
});

test('those that are replaced by children give way together, also of older versions and below others', () => {
  const child: TileJson = { content: { uri: 'c' }, boundingVolume };
  const inner: TileJson = {
    extensions: { '3DTILES_multiple_contents': { contents: [{ uri: 'a' }, { uri: 'b' }] } },
    boundingVolume,
    geometricError: 5,
    children: [child],
  };
  const [first, second] = split({ boundingVolume, children: [inner] }).children?.[0]?.children ?? [];
  expect(first).toMatchObject({ content: { uri: 'a' }, geometricError: 5, children: [{ content: { uri: 'c' } }] });
  expect(second).toMatchObject({ content: { uri: 'b' }, geometricError: 5, children: [{ boundingVolume }] });
  expect(second?.children?.[0]?.content).toBeUndefined();
});

test('names by a rule are left to what reads the rule', () => {
  const root = { contents: [{ uri: '{x}' }, { uri: '{y}' }], implicitTiling: {}, boundingVolume };
  expect(split({ ...root })).toEqual(root);
});
