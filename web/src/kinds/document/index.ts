import { IconFile, IconMarkdown } from '@tabler/icons-react';
import { browserViewer } from '../browser-viewer.ts';
import { NO_VIEW, type Kind } from '../kind.ts';
import { i18n } from '../../languages/i18n.ts';

const MARKDOWN = 8;

/** Files that people read, and all files of no other kind. PDF has no entry type of its own. */
export const documentKind: Kind = {
  name: 'document',
  types: [
    { type: 2, title: i18n.t('File'), Icon: IconFile },
    // No file has this type, so no search finds one.
    { type: 7, title: i18n.t('Dataset'), Icon: IconFile, searchable: false },
    { type: MARKDOWN, title: i18n.t('Markdown'), Icon: IconMarkdown },
  ],
  viewer: (entry) => (entry.type === MARKDOWN ? browserViewer(entry) : NO_VIEW),
  hasThumbnail: ({ path }) => /\.pdf$/i.test(path),
};
