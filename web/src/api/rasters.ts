import { queryOptions } from '@tanstack/react-query';
import { datasetAddress, tileTemplate, withLink, type DatasetRef } from './addresses.ts';
import { request } from './http.ts';
import { keys } from './keys.ts';

/** One band of a raster, as its map is drawn from. Its values are those of the file. */
export type RasterBand = {
  /** From 1. */
  readonly number: number;
  /** '' for none. */
  readonly name: string;
  readonly colorInterp: string;
  readonly type: string;
  /** '' for none. */
  readonly unit: string;
  /** A stored value means value * scale + offset. */
  readonly scale: number;
  readonly offset: number;
  /** Metres in a unit of what a value means; null where it is no height. */
  readonly metresPerUnit?: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly percentile2: number | null;
  readonly percentile98: number | null;
};

/** Colours from low to high. */
type StyleLegend = { readonly low: number; readonly high: number; readonly colours: readonly string[] };

export type ColourMap = {
  readonly name: string;
  /** True for steps instead of a blend. */
  readonly classes: boolean;
  readonly colours: readonly string[];
};

export type RasterIndex = {
  readonly name: string;
  readonly title: string;
  readonly range: readonly [low: number, high: number] | null;
  /** In the order of the formula. */
  readonly bands: readonly number[];
};

/** How a raster can be drawn. */
export type RasterInfo = {
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly bands: readonly RasterBand[];
  /** Bands that are drawn by default: one or three. */
  readonly displayBands: readonly number[];
  readonly styles: readonly { readonly name: string; readonly title: string; readonly legend: StyleLegend | null }[];
  /** Those that the raster has the bands for. */
  readonly indices: readonly RasterIndex[];
  readonly colormaps: readonly ColourMap[];
  readonly isElevation: boolean;
};

export type Histogram = { readonly min: number; readonly max: number; readonly counts: readonly number[] };

type BandStatistics = {
  readonly count: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly percentile2: number | null;
  readonly percentile98: number | null;
  readonly histogram: Histogram | null;
};

export type RasterValue = {
  /** Pixel of the file; null outside of it. */
  readonly column: number | null;
  readonly row: number | null;
  /** As stored; null where nothing is. */
  readonly bands: readonly {
    readonly number: number;
    readonly name: string;
    readonly unit: string;
    readonly value: number | null;
  }[];
  readonly indices: readonly { readonly name: string; readonly value: number | null }[];
};

type RasterFile = { readonly datasetRef: DatasetRef; readonly path: string; readonly version: string | null };
type Query = Readonly<Record<string, string>>;

const search = (query: Query): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

async function ask(file: RasterFile, what: string, query: Query, signal: AbortSignal): Promise<unknown> {
  const address = `${datasetAddress(file.datasetRef)}/raster/${what}?${search({ path: file.path, ...query })}`;
  return (await request(withLink(address), { method: 'GET', signal })).value;
}

const keyOf = ({ datasetRef, path, version }: RasterFile) => [...keys.entries(datasetRef), 'raster', path, version];

export const rasterInfo = async (file: RasterFile, signal: AbortSignal): Promise<RasterInfo> =>
  (await ask(file, 'info', {}, signal)) as RasterInfo;

/** Nothing of this changes while the file keeps its content. */
export const rasterInfoQuery = (file: RasterFile) =>
  queryOptions({
    queryKey: [...keyOf(file), 'info'],
    queryFn: ({ signal }) => rasterInfo(file, signal),
    staleTime: Infinity,
  });

/** Statistics of bands or of an index, in the order they are asked for. */
export const rasterStatisticsQuery = (
  file: RasterFile,
  of: { readonly bands: string } | { readonly expression: string },
) =>
  queryOptions({
    queryKey: [...keyOf(file), 'statistics', of],
    queryFn: async ({ signal }) => {
      const { items } = (await ask(file, 'statistics', of, signal)) as { readonly items: readonly BandStatistics[] };
      return items;
    },
    staleTime: Infinity,
  });

/** Values at a place, in degrees. */
export const rasterValueQuery = (file: RasterFile, [longitude, latitude]: readonly [number, number]) =>
  queryOptions({
    queryKey: [...keyOf(file), 'value', longitude, latitude],
    queryFn: async ({ signal }) =>
      (await ask(file, 'value', { lon: String(longitude), lat: String(latitude) }, signal)) as RasterValue,
    staleTime: Infinity,
    // The pointer leaves many places behind.
    gcTime: 10_000,
    retry: false,
  });

/** Tiles of a raster in a look, in MapLibre's notation. @param look what the address asks for beside the path */
export function lookTileTemplate(file: RasterFile, look: Query): string {
  const usual = tileTemplate(window.location.origin, file.datasetRef, file.path, file.version);
  return Object.keys(look).length === 0 ? usual : `${usual}&${search(look)}`;
}

/** Pictures of a raster in a look, as GIS programs take them. */
export function pictureTileAddress({ datasetRef, path }: RasterFile, look: Query): string {
  const address = `${datasetAddress(datasetRef)}/tiles/{z}/{x}/{y}.png?${search({ path, ...look })}`;
  return `${window.location.origin}${withLink(address)}`;
}
