import { errorFromAnswer } from '../../../api/api-error.ts';
import { send } from '../../../api/http.ts';
import { withRetries } from '../../../api/with-retries.ts';
import { FileError } from '../../../scene/loading/file-error.ts';
import { type HeightTile, readHeights } from './height-tile.ts';
import { type Square, TILE_PIXELS, wrapped } from './tile-grid.ts';
import { i18n } from '../../../languages/i18n.ts';

const UNREADABLE = i18n.t(
  'A tile of it cannot be read. Build it again; if that does not help, upload the original again.',
);
/** Values, not colours: nothing may change them on their way. */
const AS_STORED: ImageBitmapOptions = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' };

/** Tiles of a raster by a template with {z}, {x} and {y}. */
export type RasterTiles = {
  readonly template: string;
  /** The finest tiles that show more than the ones above them. */
  readonly deepest: number;
};

const addressOf = ({ template }: RasterTiles, square: Square): string =>
  template
    .replace('{z}', String(square.level))
    .replace('{x}', String(wrapped(square)))
    .replace('{y}', String(square.y))
    .replace('{ratio}', '');

/** @throws FileError for what is no picture, ApiError for what the service refuses */
export async function readPicture(tiles: RasterTiles, square: Square, signal: AbortSignal): Promise<ImageBitmap> {
  const bytes = await withRetries(async () => {
    const answer = await send(addressOf(tiles, square), { credentials: 'same-origin', signal });
    if (!answer.ok) throw await errorFromAnswer(answer.status, await answer.text());
    return answer.blob();
  }, signal);
  try {
    return await createImageBitmap(bytes, AS_STORED);
  } catch {
    throw new FileError(UNREADABLE);
  }
}

async function readPixels(tiles: RasterTiles, square: Square, signal: AbortSignal): Promise<Uint8ClampedArray> {
  const picture = await readPicture(tiles, square, signal);
  const canvas = new OffscreenCanvas(TILE_PIXELS, TILE_PIXELS);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new FileError(i18n.t('This browser gives no access to pixels. Use another browser.'));
  context.drawImage(picture, 0, 0);
  picture.close();
  return context.getImageData(0, 0, TILE_PIXELS, TILE_PIXELS).data;
}

/** Reads heights. @param shown a picture of the same raster that is transparent where it has none; null: a height of 0 is none */
export async function readHeightTile(
  tiles: RasterTiles,
  shown: RasterTiles | null,
  square: Square,
  signal: AbortSignal,
): Promise<HeightTile> {
  const [heights, alphas] = await Promise.all([
    readPixels(tiles, square, signal),
    shown === null ? null : readPixels(shown, square, signal),
  ]);
  return readHeights(heights, alphas === null ? null : (pixel) => (alphas[4 * pixel + 3] ?? 0) > 0);
}
