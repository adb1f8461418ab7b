import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { baseName } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import { drawVectorFile } from './drawing.ts';
import { EntryType } from '../../inspection/index.ts';
import { CONTENT_TYPES, type Drawer } from '../../thumbnails/index.ts';

/** Vector files: their features in two colours, without a map behind. */
export const vectorDrawer: Drawer = {
  draws: ({ type }) => type === EntryType.Vector,
  // The files beside a shapefile decide where it lies, and with that how it is drawn.
  version: ({ hash, polygonGeometry }) => {
    const place = createHash('sha256').update(JSON.stringify(polygonGeometry)).digest('hex').slice(0, 16);
    return `vector1-${hash}-${place}`;
  },
  async draw({ dataset, path, hash }, wanted, { engine, blobs, neighbours }, signal) {
    const blob = blobs.locate(hash);
    const file = {
      path: blob,
      name: baseName(path),
      size: (await stat(blob)).size,
      neighbours: neighbours(dataset, path),
    };
    const bytes = await drawVectorFile(file, engine, wanted, signal);
    if (bytes === null) throw fail('not-found', 'No thumbnail can be made: the content is not what the name says.');
    return { bytes, contentType: CONTENT_TYPES[wanted.format] };
  },
};
