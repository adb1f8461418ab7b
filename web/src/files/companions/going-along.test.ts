import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryOf } from '../entry-for-tests.ts';
import { goingAlong } from './going-along.ts';

const along = (chosen: readonly string[], beside: readonly string[]) => {
  const entries = beside.map((path) => entryOf(path));
  const found = goingAlong(
    entries.filter(({ path }) => chosen.includes(path)),
    entries,
  );
  return {
    ...found,
    of: Object.fromEntries([...found.of].map(([path, some]) => [path, some.map((it) => it.path)])),
  };
};

test('what belongs to a file goes along with it', () => {
  const beside = ['a/dtm.tif', 'a/dtm.tfw', 'a/dtm.tif.ovr', 'a/dtm_measurements.geojson', 'a/other.tfw'];
  expect(along(['a/dtm.tif'], beside)).toEqual({
    of: { 'a/dtm.tif': ['a/dtm.tfw', 'a/dtm.tif.ovr', 'a/dtm_measurements.geojson'] },
    count: 3,
    shared: 0,
    needed: 0,
  });
});

test('what is chosen itself goes alone, and is not counted again', () => {
  const beside = ['a.shp', 'a.dbf', 'a.shx'];
  expect(along(['a.dbf'], beside)).toEqual({ of: {}, count: 0, shared: 0, needed: 0 });
  expect(along(['a.shp', 'a.dbf'], beside)).toEqual({ of: { 'a.shp': ['a.shx'] }, count: 1, shared: 0, needed: 0 });
});

test('what another file needs as well stays with that one, until both go', () => {
  const beside = ['a.dng', 'a.jpg', 'a.xmp'];
  expect(along(['a.jpg'], beside)).toEqual({ of: {}, count: 0, shared: 1, needed: 0 });
  expect(along(['a.jpg', 'a.dng'], beside)).toEqual({ of: { 'a.dng': ['a.xmp'] }, count: 1, shared: 0, needed: 0 });
});

test('textures go along with the model that names them, and their own companions with them', () => {
  const model = entryOf('m/house.obj', 11, { properties: { dependencies: ['house.mtl', 'wall.jpg'] } });
  const beside = [model, ...['m/house.mtl', 'm/wall.jpg', 'm/wall.jgw', 'm/x.jpg'].map((path) => entryOf(path))];
  expect(
    goingAlong([model], beside)
      .of.get('m/house.obj')
      ?.map(({ path }) => path),
  ).toEqual(['m/house.mtl', 'm/wall.jpg', 'm/wall.jgw']);
});

test('before they are deleted, only what belongs to them by its name goes: other files may need the rest', () => {
  const model = entryOf('m/house.obj', 11, { properties: { dependencies: ['house.mtl', 'wall.jpg'] } });
  const measured = entryOf('m/house_measurements.geojson');
  const beside = [model, measured, ...['m/house.mtl', 'm/wall.jpg', 'm/wall.jgw'].map((path) => entryOf(path))];
  const { of, needed, shared } = goingAlong([model], beside, 'names');
  expect(of.get('m/house.obj')?.map(({ path }) => path)).toEqual(['m/house_measurements.geojson', 'm/house.mtl']);
  expect({ needed, shared }).toEqual({ needed: 1, shared: 0 });
});

test('a model of another folder holds what it needs', () => {
  const model = entryOf('m/house.obj', 11, { properties: { dependencies: ['house.mtl', './wood.jpg'] } });
  const other = entryOf('other/b.obj', 11, { properties: { dependencies: ['../m/wood.jpg', '../m/house.mtl'] } });
  const beside = [model, other, entryOf('m/house.mtl'), entryOf('m/wood.jpg')];
  for (const by of ['names', 'all'] as const)
    expect(goingAlong([model], beside, by)).toMatchObject({ count: 0, shared: 2, needed: 0 });
});

test('a long chain of files that name each other is gone through, whichever way it is listed', () => {
  const chain = Array.from({ length: 50_000 }, (_, at) =>
    entryOf(`${at}.obj`, 11, { properties: { dependencies: [`${at + 1}.obj`] } }),
  );
  const [first] = chain;
  for (const beside of [chain, chain.toReversed()])
    expect(first && goingAlong([first], beside).count).toBeLessThan(100);
});

const names = fc.constantFrom('a.shp', 'a.dbf', 'a.obj', 'a.mtl', 'a.jpg', 'a.jgw', 'a.prj', 'a.tif', 'b.shp', 'b.prj');
const folder = fc
  .uniqueArray(fc.record({ path: names, dependencies: fc.array(names, { maxLength: 3 }), isChosen: fc.boolean() }), {
    selector: ({ path }) => path,
  })
  .map((all) =>
    all.map(({ path, dependencies, isChosen }) => ({
      isChosen,
      entry: entryOf(path, 2, { properties: { dependencies } }),
    })),
  );

test('whatever is chosen, each file goes once, with a chosen one, and nothing chosen is among them', () => {
  fc.assert(
    fc.property(folder, (all) => {
      const chosen = all.flatMap(({ isChosen, entry }) => (isChosen ? [entry] : []));
      const paths = new Set(chosen.map(({ path }) => path));
      const beside = all.map(({ entry }) => entry);
      const { of, count } = goingAlong(chosen, beside);
      const going = [...of.values()].flat().map(({ path }) => path);
      expect(going).toHaveLength(count);
      expect(new Set(going).size).toBe(count);
      expect(going.filter((path) => paths.has(path))).toEqual([]);
      expect([...of.keys()].filter((path) => !paths.has(path))).toEqual([]);
      // All of the folder is chosen: nothing is left to go along or to stay.
      expect(goingAlong(beside, beside)).toMatchObject({ count: 0, shared: 0, needed: 0 });
    }),
  );
});
