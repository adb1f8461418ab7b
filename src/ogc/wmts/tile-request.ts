import type { Layer } from '../layers/layer.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import { isTiled, limitsAt, setsOf, tileStylesOf, type TileType, type WantedTile } from '../tiling/layer-tiles.ts';
import {
  findTileMatrixSet,
  isWithin,
  LAST_ZOOM,
  matrixSize,
  type TileLimits,
  type TileMatrixSet,
} from '../tiling/tile-matrix-sets.ts';

/** What a tile is asked by, in the words of the request. */
export interface TileNames {
  readonly style: string;
  readonly format: string;
  readonly tileMatrixSet: string;
  readonly tileMatrix: string;
  readonly tileRow: string;
  readonly tileCol: string;
  readonly version: string | undefined;
}

/** The media types in which a layer is served, the usual one first. */
export const formatsOf = (layer: Layer): readonly TileType[] =>
  layer.kind === 'raster' ? ['image/png', 'image/jpeg'] : ['application/vnd.mapbox-vector-tile'];

/**
 * The tile that a request means.
 *
 * @throws InvalidParameterValue; TileOutOfRange for a tile outside of the matrix, or of the limits of the layer
 */
export function readTile(layer: Layer, names: TileNames): WantedTile {
  if (!isTiled(layer))
    throw failOgc(
      'InvalidParameterValue',
      `${quoteInput(layer.name)} has no tiles: they are not built, or nothing in it lies anywhere.`,
      'layer',
    );
  const style = tileStylesOf(layer).find((known) => known === names.style);
  if (style === undefined)
    throw failOgc(
      'InvalidParameterValue',
      `This layer has the styles ${tileStylesOf(layer).join(', ')}, not ${quoteInput(names.style)}.`,
      'style',
    );
  const type = formatsOf(layer).find((known) => known === names.format.toLowerCase());
  if (type === undefined)
    throw failOgc(
      'InvalidParameterValue',
      `This layer is served as ${formatsOf(layer).join(' and ')}, not as ${quoteInput(names.format)}.`,
      'format',
    );
  const set = findTileMatrixSet(names.tileMatrixSet);
  if (set === undefined || !setsOf(layer).includes(set))
    throw failOgc(
      'InvalidParameterValue',
      `This layer has tiles of ${setsOf(layer)
        .map(({ id }) => id)
        .join(' and ')}, not of ${quoteInput(names.tileMatrixSet)}.`,
      'TileMatrixSet',
    );
  const z = /^(?:0|[1-9]\d?)$/.test(names.tileMatrix) ? Number(names.tileMatrix) : NaN;
  if (!(z <= LAST_ZOOM))
    throw failOgc(
      'InvalidParameterValue',
      `TileMatrix is a whole number from 0 to ${LAST_ZOOM}, not ${quoteInput(names.tileMatrix)}.`,
      'TileMatrix',
    );
  const { rows, columns } = matrixSize(set, z);
  const place = {
    z,
    row: readIndex('TileRow', names.tileRow, rows, 'TileOutOfRange'),
    column: readIndex('TileCol', names.tileCol, columns, 'TileOutOfRange'),
  };
  const limits = wmtsLimits(layer, set, z);
  const outside = !limits
    ? 'TileMatrix'
    : place.row < limits.minRow || place.row > limits.maxRow
      ? 'TileRow'
      : 'TileCol';
  if (!limits || !isWithin(place, limits))
    throw failOgc(
      'TileOutOfRange',
      'The tile lies outside of the layer; its TileMatrixSetLimits in the capabilities tell where it has some.',
      outside,
    );
  return { layer, set, place, style, type, version: names.version };
}

/**
 * The limits of a zoom as the capabilities can tell them: by their schema the last row and the last column are at least 1,
 * where the matrix has so many. Undefined below the last zoom of the layer.
 */
export function wmtsLimits(layer: Layer, set: TileMatrixSet, z: number): TileLimits | undefined {
  const limits = limitsAt(layer, set, z);
  if (limits === undefined) return undefined;
  const { rows, columns } = matrixSize(set, z);
  const atLeastOne = (last: number, count: number): number => Math.min(count - 1, Math.max(1, last));
  return { ...limits, maxRow: atLeastOne(limits.maxRow, rows), maxColumn: atLeastOne(limits.maxColumn, columns) };
}

/**
 * A whole number from 0 that is less than a count.
 *
 * @param beyond code of what is not less
 * @throws InvalidParameterValue for what is no whole number, OgcError of that code
 */
export function readIndex(
  name: string,
  text: string,
  count: number,
  beyond: 'TileOutOfRange' | 'PointIJOutOfRange',
): number {
  if (!/^-?\d{1,15}$/.test(text))
    throw failOgc('InvalidParameterValue', `${name} must be a whole number, not ${quoteInput(text)}.`, name);
  const index = Number(text);
  if (index >= 0 && index < count) return index;
  throw failOgc(beyond, `${name} is 0 to ${count - 1} here, not ${quoteInput(text)}.`, name);
}

/** Endings of addresses and what they stand for. */
export const TYPES_BY_ENDING: Readonly<Record<string, TileType>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  pbf: 'application/vnd.mapbox-vector-tile',
};

/** The ending by which tiles of a type are asked for; undefined for what has none. */
export const endingOf = (type: TileType): string | undefined =>
  Object.entries(TYPES_BY_ENDING).find(([, known]) => known === type)?.[0];
