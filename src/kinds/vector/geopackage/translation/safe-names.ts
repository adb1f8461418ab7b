import { plainText } from '../../../../geodata/plain-text.ts';

/** Longest name of a table or a column, so that those made of it stay short as well. */
const MAX_NAME = 63;
/** What SQLite and the standard keep for themselves, and our own table. */
const RESERVED = /^(?:sqlite_|gpkg_|rtree_|alidade_)/i;

/** Gives each name one that no other has, whatever the case of their letters: the second `roads` becomes `roads_2`. */
export function uniqueNames(taken: readonly string[] = []): (name: string) => string {
  const known = new Set(taken.map(folded));
  return (name) => {
    let unique = name;
    for (let number = 2; known.has(folded(unique)); number += 1) unique = `${name}_${number}`;
    known.add(folded(unique));
    return unique;
  };
}

const folded = (name: string): string => name.toLowerCase();

/** A name for the table of a layer: letters, digits and underscores, and none that means something to SQLite. */
export function tableName(layer: string): string {
  const name = shortened(
    layer
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '_')
      .replaceAll(/^_+|_+$/g, ''),
  );
  return name === '' || RESERVED.test(`${name}_`) || RESERVED.test(name) ? `layer_${name}`.replace(/_$/, '') : name;
}

/** A name for the column of an attribute: as the source has it, without what no program can show. */
export function columnName(attribute: string): string {
  const name = shortened(plainText(attribute, MAX_NAME).trim());
  return name === '' ? 'attribute' : name;
}

/** Cut between characters, not within one. */
const shortened = (name: string): string =>
  name
    .slice(0, MAX_NAME)
    .toWellFormed()
    .replace(/\ufffd$/, '');
