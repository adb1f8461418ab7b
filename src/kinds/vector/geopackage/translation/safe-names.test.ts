import fc from 'fast-check';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { quoted } from './geopackage-schema.ts';
import { columnName, tableName, uniqueNames } from './safe-names.ts';

describe('names of tables', () => {
  it.each([
    ['Häuser & Höfe', 'Häuser_Höfe'],
    ['gpkg_contents', 'layer_gpkg_contents'],
    ['SQLITE master', 'layer_SQLITE_master'],
    ['sqlite', 'layer_sqlite'],
    ['alidade_layers', 'layer_alidade_layers'],
    ['"; DROP TABLE x; --', 'DROP_TABLE_x'],
    ['日本', '日本'],
    ['---', 'layer'],
    ['', 'layer'],
  ])('of %j is %s', (name, table) => expect(tableName(name)).toBe(table));

  it('and of columns can be made and are different, whatever a file calls them', () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 80 }), { maxLength: 20 });
    fc.assert(
      fc.property(texts, texts, (layers, attributes) => {
        const [tables, columns] = [uniqueNames(), uniqueNames(['fid', 'geom'])];
        const names = layers.map((layer) => tables(tableName(layer)));
        const own = attributes.map((attribute) => columns(columnName(attribute)));
        const database = new DatabaseSync(':memory:');
        for (const name of names)
          database.exec(`CREATE TABLE ${quoted(name)} (${['fid', 'geom', ...own].map(quoted).join(', ')})`);
        const made = database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get();
        database.close();
        expect(made).toEqual({ tables: names.length });
      }),
      { numRuns: 200 },
    );
  });
});

it('names that are the same but for their case get a number', () => {
  const unique = uniqueNames(['fid']);
  expect(['Roads', 'roads', 'ROADS', 'roads_2', 'FID'].map(unique)).toEqual([
    'Roads',
    'roads_2',
    'ROADS_3',
    'roads_2_2',
    'FID_2',
  ]);
});
