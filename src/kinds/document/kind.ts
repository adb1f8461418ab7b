import { namedFamily } from '../../formats/named/index.ts';
import { documentDrawer } from '../../raster/thumbnails/document.ts';
import type { Kind } from '../kind.ts';

/** Texts and PDF documents. */
export const document: Kind = {
  name: 'document',
  families: [namedFamily],
  outputs: [],
  drawer: () => documentDrawer,
  tools: () => [],
};
