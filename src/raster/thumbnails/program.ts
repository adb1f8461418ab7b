import { join } from 'node:path';
import { documentPage, videoFrame } from '../../engine/index.ts';
import { createLimiter } from '../../concurrency/index.ts';
import { fail } from '../../errors/index.ts';
import { type Drawer, shrinkPicture, type ThumbnailSize, type ThumbnailTools } from './drawer.ts';

/** Programs at once: each may take a core and some hundred megabytes. */
const AT_ONCE = 2;
const WAITING_AT_MOST = 200;
const limiter = createLimiter(AT_ONCE, WAITING_AT_MOST, () => fail('busy', 'Too many thumbnails are asked for.'));

/** Has a program write one picture of a file, and brings that into the size and format wanted. */
function drawByProgram(
  name: string,
  wanted: ThumbnailSize,
  { engine }: ThumbnailTools,
  signal: AbortSignal,
  write: (destination: string) => Promise<unknown>,
) {
  const draw = async (folder: string) => {
    const picture = join(folder, name);
    await write(picture);
    return shrinkPicture(picture, wanted, engine, signal);
  };
  return limiter.run(() => engine.withFolder(draw), signal);
}

/** Videos: the first frame, where ffmpeg is installed. */
export const videoDrawer: Drawer = {
  version: ({ hash }) => `video1-${hash}`,
  draw: ({ hash }, wanted, tools, signal) =>
    drawByProgram('frame.jpg', wanted, tools, signal, (destination) =>
      videoFrame(tools.engine, { source: tools.blobs.locate(hash), destination, size: wanted.size }, { signal }),
    ),
};

/** PDF documents: the first page, where poppler's pdftoppm is installed. */
export const documentDrawer: Drawer = {
  version: ({ hash }) => `document1-${hash}`,
  draw: ({ hash }, wanted, tools, signal) =>
    drawByProgram('page.png', wanted, tools, signal, (destination) =>
      documentPage(tools.engine, { source: tools.blobs.locate(hash), destination, size: wanted.size }, { signal }),
    ),
};
