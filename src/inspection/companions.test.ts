import fc from 'fast-check';
import { expect, it } from 'vitest';
import { companionsOf, DEPENDENT_EXTENSIONS, dependantsOf } from './companions.ts';

const models = ['obj', 'gltf', 'glb', 'ply', 'spz', 'splat', 'ksplat', 'sog'];
/** Each has world files of its own. */
const placed = ['png', 'jpg', 'jpeg', 'jp2', 'asc'];
const byName = (folder: string, stem: string, endings: readonly string[]): readonly object[] =>
  endings.map((ending) => ({ folder, where: 'in', stem, extensions: [ending], byName: true }));

it.each([
  [
    'roads.prj',
    [
      { folder: '', where: 'in', stem: 'roads', extensions: ['shp'] },
      { folder: '', where: 'in', stem: 'roads', extensions: models },
      ...byName('', 'roads', placed),
    ],
  ],
  ['a/Ortho.JGW', byName('a', 'Ortho', ['jpg', 'jpeg'])],
  ['a.png.aux.xml', byName('', 'a', ['png'])],
  ['a/Ortho.TIF.msk', byName('a', 'Ortho', ['tif'])],
  ['a/relief.ige', byName('a', 'relief', ['img'])],
  ['a/b/Roads.v2.DBF', [{ folder: 'a/b', where: 'in', stem: 'Roads.v2', extensions: ['shp'] }]],
  ['a/wall.geo.json', [{ folder: 'a', where: 'in', stem: 'wall', extensions: models }]],
  ['a/georef.json', [{ folder: 'a', where: 'in', stem: null, extensions: models }]],
  [
    'a/opensfm/reference_lla.json',
    [
      { folder: 'a/opensfm', where: 'in', stem: null, extensions: models },
      { folder: 'a', where: 'in', stem: null, extensions: models },
      { folder: 'a/opensfm', where: 'below', stem: null, extensions: models },
      { folder: 'a', where: 'below', stem: null, extensions: models },
    ],
  ],
  ['a/opensfm', ['in', 'below'].map((where) => ({ folder: 'a', where, stem: null, extensions: models }))],
  ['opensfm', ['in', 'below'].map((where) => ({ folder: '', where, stem: null, extensions: models }))],
  [
    'a/odm_georeferencing/coords.txt',
    [
      { folder: 'a/odm_georeferencing', where: 'in', stem: null, extensions: models },
      { folder: 'a', where: 'below', stem: null, extensions: models },
    ],
  ],
  ['a/notgeoref.json', []],
  ['a/.prj', []],
  ['a/photo.jpg', []],
])('%s touches those who need it', (path, dependants) => {
  expect(dependantsOf(path)).toEqual(dependants);
});

it('a file asks for its companions in both cases of letters', () => {
  expect(companionsOf('ROADS.SHP')).toEqual(
    ['shx', 'dbf', 'prj', 'cpg'].flatMap((ending) => [`ROADS.${ending}`, `ROADS.${ending.toUpperCase()}`]),
  );
  expect(companionsOf('A.Tif')).toEqual(['A.tif.msk', 'A.TIF.MSK', 'A.Tif.msk']);
  expect(companionsOf('house.glb')).toContain('../opensfm/reference_lla.json');
  expect([companionsOf('photo.webp'), companionsOf('.shp'), companionsOf('noname')]).toEqual([[], [], []]);
});

it('a reader that asks for a file is among those it touches', () => {
  const name = fc.stringMatching(/^[a-zA-Z0-9 _.-]{1,12}$/).filter((text) => !/^\.+$/.test(text));
  fc.assert(
    fc.property(name, name, fc.constantFrom(...DEPENDENT_EXTENSIONS), (folder, stem, extension) => {
      for (const companion of companionsOf(`${stem}.${extension}`)) {
        const up = companion.startsWith('../');
        const path = up ? companion.slice(3) : `${folder}/${companion}`;
        const touched = dependantsOf(path).some(
          (found) =>
            found.folder === (up ? '' : folder) &&
            found.where === (up ? 'below' : 'in') &&
            (found.stem === null || found.stem === stem) &&
            found.extensions.includes(extension),
        );
        expect(touched, path).toBe(true);
      }
    }),
  );
});
