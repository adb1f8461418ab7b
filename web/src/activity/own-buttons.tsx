import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DatasetRef } from '../api/addresses.ts';
import { useDownload } from '../files/use-download.ts';
import { plain } from '../format/plain.ts';
import { useUploadQueue } from '../uploads/upload-context.tsx';
import { isOpen, type UploadItem } from '../uploads/upload-item.ts';
import type { OwnRow } from './own-rows.ts';
import { i18n } from '../languages/i18n.ts';

export const ownTitle = ({ kind }: OwnRow): string => (kind === 'upload' ? i18n.t('Upload') : i18n.t('Download'));

/** Which row it is, for those who do not see it. */
export const ownName = (row: OwnRow): string =>
  row.kind === 'upload'
    ? i18n.t('Upload, {about}', { about: plain(row.about) })
    : i18n.t('Download, {about}', { about: plain(row.about) });

type OwnButtonsProps = { readonly datasetRef: DatasetRef; readonly row: OwnRow };

/** What can be done with what this page does itself. */
export function OwnButtons({ datasetRef, row }: OwnButtonsProps) {
  const queue = useUploadQueue();
  const download = useDownload(datasetRef);
  const name = ownName(row);
  const each = (does: (id: number) => void, fits: (item: UploadItem) => boolean): void => {
    if (row.kind !== 'upload') return;
    for (const item of queue.snapshot().items) if (item.batch === row.batch && fits(item)) does(item.id);
  };
  return (
    <span className="al-table-actions">
      {row.kind === 'upload' && row.percent !== null && (
        <Button
          variant="default"
          aria-label={i18n.t('Cancel: {name}', { name })}
          onClick={() => each(queue.cancel, isOpen)}
        >
          {i18n.t('Cancel')}
        </Button>
      )}
      {row.state === 'Failed' && (
        <Button
          variant="default"
          aria-label={i18n.t('Retry: {name}', { name })}
          onClick={() =>
            row.kind === 'download' ? download.start(row.paths) : each(queue.retry, ({ state }) => state === 'failed')
          }
        >
          {i18n.t('Retry')}
        </Button>
      )}
      {row.kind === 'upload' && (
        <Button
          variant="default"
          aria-label={i18n.t('Open: {name}', { name })}
          renderRoot={(props) => (
            <Link to="/r/$org/$ds/activity" params={datasetRef} search={{ kind: 'uploads' }} {...props} />
          )}
        >
          {i18n.t('Open')}
        </Button>
      )}
    </span>
  );
}
