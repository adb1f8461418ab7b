import type { BuiltLayer } from '../../builds/index.ts';
import { baseName } from '../../datasets/index.ts';
import { EntryType } from '../../inspection/index.ts';
import type { GeoBounds, GeoPackageLayer } from '../../kinds/vector/index.ts';
import type { Layer, RasterBand, RasterLayer, VectorLayer } from './layer.ts';

/** A layer before its safe name is known, which depends on the others. */
export type UnnamedLayer = Omit<RasterLayer, 'safeName'> | Omit<VectorLayer, 'safeName'>;

/**
 * The layers of a built file.
 *
 * @param contents of its GeoPackage, where it is a vector file
 */
export function layersOfFile(built: BuiltLayer, contents: readonly GeoPackageLayer[]): readonly UnnamedLayer[] {
  const { path, hash, size, mtime, file, properties } = built;
  if (file === undefined) return [];
  const shared = { path, hash, size, mtime, file };
  if (built.type === EntryType.GeoRaster) {
    const { width, height, geotransform, projection, bands, nodata } = properties as unknown as RasterLayer;
    const bounds = boundsOfFootprint(built.polygonGeometry);
    const facts = { width, height, geotransform: geotransform ?? null, projection: projection ?? null };
    return [
      {
        kind: 'raster',
        name: path,
        title: path,
        bounds,
        ...shared,
        ...facts,
        bands: (bands ?? []) as readonly RasterBand[],
        nodata: nodata ?? [],
      },
    ];
  }
  const isOnly = contents.length === 1;
  return contents.map((content, at) => ({
    kind: 'vector',
    name: at === 0 ? path : `${path}:${content.name}`,
    title: isOnly ? path : `${baseName(path)}: ${content.name}`,
    bounds: content.bounds,
    ...shared,
    content,
    isOnly,
    tiles: built.tiles,
  }));
}

/** The box around the outer ring of a footprint. */
function boundsOfFootprint(geometry: object | null): GeoBounds | null {
  const ring = (geometry as { readonly coordinates?: readonly (readonly number[][])[] } | null)?.coordinates?.[0] ?? [];
  const [xs, ys] = [ring.map(([x = NaN]) => x), ring.map(([, y = NaN]) => y)];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  return box.every(Number.isFinite) ? box : null;
}

export const named = (layer: UnnamedLayer, safeName: string): Layer => ({ ...layer, safeName });
