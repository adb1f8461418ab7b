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
    bounds: content.bounds && withArea(content.bounds),
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

/** Degrees that a box is high and wide at least, some 20 m on the ground: a map of it shows one point in its middle. */
const LEAST_DEGREES = 0.0002;

/** A box that is no point and no line, which programs ask no map of: around what it was, and still on Earth. */
export function withArea([west, south, east, north]: GeoBounds): GeoBounds {
  const widen = (low: number, high: number): readonly [number, number] => {
    const margin = Math.max(0, (LEAST_DEGREES - (high - low)) / 2);
    return [low - margin, high + margin];
  };
  const [minX, maxX] = widen(west, east);
  const [minY, maxY] = widen(south, north);
  return [minX, Math.max(-90, minY), maxX, Math.min(90, maxY)];
}

export const named = (layer: UnnamedLayer, safeName: string): Layer => ({ ...layer, safeName });
