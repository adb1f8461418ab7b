import { createRequire } from 'node:module';
import type Sharp from 'sharp';

/** libvips. Loaded in a child only: never import this file from the server's own process. */
export const sharp: typeof Sharp = createRequire(import.meta.url)('sharp');

// One call at a time in a child that may be ended at any moment: a cache or many threads would buy nothing.
sharp.cache(false);
sharp.concurrency(1);
// Only the loaders of pictures a user can own; SVG, PDF, ImageMagick and the like run programs or fetch files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadTiff',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
});

/** Pixels a picture may have to be decoded: a stitched panorama of a gigapixel does not fit the memory of a child. */
export const MAX_PICTURE_PIXELS = 2 ** 28;
