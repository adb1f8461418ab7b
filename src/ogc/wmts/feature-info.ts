import { findInfoFormat, INFO_FORMATS, type InfoFormat } from '../feature-info/info-formats.ts';
import { type InfoSources, sendInfo } from '../feature-info/send-info.ts';
import type { OgcCall } from '../service.ts';
import type { WantedTile } from '../tiling/layer-tiles.ts';
import { TILE_SIDE, tileBox } from '../tiling/tile-matrix-sets.ts';
import { readIndex } from './tile-request.ts';

/** The pixel of a tile that is asked about, and the form of the answer, in the words of the request. */
interface InfoNames {
  /** Column, from the left edge of the tile. */
  readonly i: string;
  /** Row, from its upper edge. */
  readonly j: string;
  readonly format: InfoFormat;
}

/** Features of a layer that are told of: as many as a bubble on a map shows. The standard has no parameter for it. */
const MOST_FEATURES = 10;

/**
 * Sends what is at a pixel of a tile.
 *
 * @throws InvalidParameterValue, PointIJOutOfRange
 */
export function sendTileInfo(
  call: Omit<OgcCall, 'kvp'>,
  { layer, set, place }: WantedTile,
  { i, j, format }: InfoNames,
  sources: InfoSources,
): Promise<unknown> {
  const grid = { crs: set.crs, box: tileBox(set, place), width: TILE_SIDE, height: TILE_SIDE };
  const pixel = {
    column: readIndex('I', i, TILE_SIDE, 'PointIJOutOfRange'),
    row: readIndex('J', j, TILE_SIDE, 'PointIJOutOfRange'),
  };
  return sendInfo(call, { layers: [layer], grid, pixel, limit: MOST_FEATURES, format }, sources);
}

/** INFOFORMAT of a request. @throws InvalidParameterValue */
export const readInfoFormat = (asked: string): InfoFormat =>
  findInfoFormat(asked, { code: 'InvalidParameterValue', locator: 'InfoFormat' });

/** The format that the ending of an address asks for. */
export const infoFormatOf = (ending: string): InfoFormat | undefined =>
  INFO_FORMATS.find((format) => format.ending === ending);
