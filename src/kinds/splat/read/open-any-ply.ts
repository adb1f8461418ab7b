import { readPlyHeader } from '../../../geodata/ply/header.ts';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { openPlySplats } from './open-ply.ts';
import { openPackedPly } from './packed-ply.ts';
import { isPackedPly } from './packed-ply-layout.ts';
import type { SplatReader } from './splat-reader.ts';

/** Opens a PLY file of splats, plain or packed in chunks. */
export function openPly(path: string): SplatReader {
  using window = openWindow(path);
  return isPackedPly(readPlyHeader(window)) ? openPackedPly(path) : openPlySplats(path);
}
