import {
  outputAddress,
  pictureTileTemplate,
  tileJsonAddress,
  vectorTileTemplate,
  type DatasetRef,
} from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { hasMap, isBuildable } from '../../kinds/index.ts';

export type BuiltAddress = { readonly name: string; readonly address: string };

/** Where other programs read what was built of a file; nothing while it is not built. */
export function builtAddresses(origin: string, ref: DatasetRef, entry: Entry): readonly BuiltAddress[] {
  const { hash, path } = entry;
  if (hash === null || !isBuildable(entry) || (entry.buildStatus ?? null) !== null) return [];
  const addresses: readonly (readonly [string, string])[] = hasMap(entry)
    ? [
        ['Map tiles (XYZ)', pictureTileTemplate(ref, path)],
        ['Cloud-optimized GeoTIFF', outputAddress(ref, hash, 'cog/cog.tif')],
      ]
    : [
        ['GeoPackage', outputAddress(ref, hash, 'vec/source.gpkg')],
        ['Vector tiles', vectorTileTemplate(ref, hash, path)],
        ['Vector tiles (TileJSON)', tileJsonAddress(ref, hash, path)],
      ];
  return addresses.map(([name, address]) => ({ name, address: `${origin}${address}` }));
}
