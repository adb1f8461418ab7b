import { Text } from '@mantine/core';
import { PausedNote } from './paused-note.tsx';
import { isOpen } from './upload-item.ts';
import type { UploadPanelProps } from './upload-panel.tsx';
import { uploadingText } from './uploading-text.ts';
import { i18n } from '../languages/i18n.ts';

/** In the place of the panel until it is there: comes with the page, as the connection may be lost before the panel came. */
export function UploadBrief({ snapshot: { items, paused } }: UploadPanelProps) {
  const open = items.filter(isOpen).length;
  return (
    <section className="al-uploads" aria-label={i18n.t('Uploads')}>
      <Text fw={600} className="al-uploads-head">
        {open > 0 ? uploadingText(open) : i18n.t('Uploads')}
      </Text>
      <div role="status">{paused && <PausedNote />}</div>
    </section>
  );
}
