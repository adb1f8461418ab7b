import { documentPage } from './document-page.ts';
import { EntryType } from '../../inspection/index.ts';
import { drawByProgram, type Drawer } from '../../thumbnails/index.ts';

/** PDF documents: the first page, where poppler's pdftoppm is installed. */
export const documentDrawer: Drawer = {
  // They have no type of their own.
  draws: ({ type, path }) => type === EntryType.Generic && path.toLowerCase().endsWith('.pdf'),
  version: ({ hash }) => `document1-${hash}`,
  draw: ({ hash }, wanted, tools, signal) =>
    drawByProgram('page.png', wanted, tools, signal, (destination) =>
      documentPage(tools.engine, { source: tools.blobs.locate(hash), destination, size: wanted.size }, { signal }),
    ),
};
