import { join } from 'node:path';
import { createLimiter } from '../concurrency/index.ts';
import { fail } from '../errors/index.ts';
import type { EncodedImage } from '../render/index.ts';
import { shrinkPicture, type ThumbnailSize, type ThumbnailTools } from './drawer.ts';

/** Programs at once: each may take a core and some hundred megabytes. */
const AT_ONCE = 2;
const WAITING_AT_MOST = 200;
const limiter = createLimiter(AT_ONCE, WAITING_AT_MOST, () => fail('busy', 'Too many thumbnails are asked for.'));

/**
 * Has a program write one picture of a file, and brings that into the size and format wanted.
 *
 * @param name of the picture, with the extension of its format
 * @param write has the picture written to the path it is given
 */
export function drawByProgram(
  name: string,
  wanted: ThumbnailSize,
  { engine }: ThumbnailTools,
  signal: AbortSignal,
  write: (destination: string) => Promise<unknown>,
): Promise<EncodedImage> {
  const draw = async (folder: string): Promise<EncodedImage> => {
    const picture = join(folder, name);
    await write(picture);
    return shrinkPicture(picture, wanted, engine, signal);
  };
  return limiter.run(() => engine.withFolder(draw), signal);
}
