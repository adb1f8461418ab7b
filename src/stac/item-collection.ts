import type { Item } from './item.ts';
import type { Link } from './stac-document.ts';

/** A page of items as GeoJSON. */
export interface ItemCollection {
  readonly type: 'FeatureCollection';
  readonly features: readonly Item[];
  readonly links: readonly Link[];
  readonly numberReturned: number;
  /** Absent where only a count of all of them could tell. */
  readonly numberMatched?: number;
}

export function presentItems(
  features: readonly Item[],
  links: readonly Link[],
  numberMatched: number | undefined,
): ItemCollection {
  return {
    type: 'FeatureCollection',
    features,
    links,
    numberReturned: features.length,
    ...(numberMatched === undefined ? {} : { numberMatched }),
  };
}
