import { formatItems, parseItems } from '../../api/item-list.ts';
import { HEIGHT_REFERENCES, type HeightReference } from './height-reference.ts';

/** What people chose that heights of layers are above, by the paths of layers. */
export type ChosenHeights = ReadonlyMap<string, HeightReference>;

/** "dsm.tif;sea,a.laz;ellipsoid", as the address has it; undefined for none. */
export const formatHeights = (chosen: ChosenHeights): string | undefined =>
  chosen.size === 0 ? undefined : formatItems([...chosen].map(([path, reference]) => `${path};${reference}`));

/** What the address says; what it does not know is left out. */
export function parseHeights(text: string | undefined): ChosenHeights {
  return new Map(
    parseItems(text).flatMap((item) => {
      const end = item.lastIndexOf(';');
      const reference = HEIGHT_REFERENCES.find((one) => one === item.slice(end + 1));
      return end < 1 || reference === undefined ? [] : [[item.slice(0, end), reference] as const];
    }),
  );
}

/** @param reference null: what the file says */
export function withHeights(chosen: ChosenHeights, path: string, reference: HeightReference | null): ChosenHeights {
  const others = [...chosen].filter(([other]) => other !== path);
  return new Map(reference === null ? others : [...others, [path, reference]]);
}
