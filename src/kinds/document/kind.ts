import { pdftoppm } from './document-page.ts';
import { namedFamily } from './recognize.ts';
import { documentDrawer } from './thumbnail-drawer.ts';
import { EntryType } from '../../inspection/index.ts';
import type { Kind } from '../kind.ts';

/** Texts and PDF documents. */
export const document: Kind = {
  name: 'document',
  families: [namedFamily],
  outputs: [],
  drawer: () => documentDrawer,
  drawerProgram: pdftoppm,
  viewer: { types: [EntryType.Markdown], opens: 'tab' },
  tools: () => [],
};
