import { ActionIcon, Progress, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconRefresh, IconX } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { shownName } from '../files/entry-path.ts';
import { formatBytes } from '../format/bytes.ts';
import { useUploadQueue } from './upload-context.tsx';
import { isOpen, type UploadItem } from './upload-item.ts';
import { plain } from '../format/plain.ts';
import { i18n } from '../languages/i18n.ts';

type UploadRowProps = {
  readonly item: UploadItem;
  readonly style: CSSProperties;
  /** Tells the list how high the row is. */
  readonly measure: (row: HTMLElement | null) => void;
  readonly position: number;
  readonly count: number;
};

export function UploadRow({ item, style, measure, position, count }: UploadRowProps) {
  const queue = useUploadQueue();
  const name = shownName(item.path);
  return (
    <li
      ref={measure}
      data-index={position - 1}
      className="al-upload"
      style={style}
      aria-posinset={position}
      aria-setsize={count}
    >
      <div className="al-upload-text">
        <Text size="sm" truncate title={plain(item.path)}>
          <bdi>{name}</bdi>
        </Text>
        {item.state === 'sending' ? (
          <Progress value={percentOf(item)} size="sm" aria-label={i18n.t('Upload of {name}', { name })} />
        ) : null}
        <Text size="xs" c={item.state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'} className="al-break">
          {stateText(item)}
        </Text>
      </div>
      {item.state === 'done' && <IconCircleCheck size={20} className="al-good" aria-hidden />}
      {item.state === 'failed' && <IconAlertCircle size={20} className="al-bad" aria-hidden />}
      {(isOpen(item) || item.state === 'taken') && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={item.state === 'taken' ? i18n.t('Skip {name}', { name }) : i18n.t('Cancel {name}', { name })}
          onClick={() => queue.cancel(item.id)}
        >
          <IconX size={18} />
        </ActionIcon>
      )}
      {(item.state === 'failed' || item.state === 'cancelled') && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={i18n.t('Try {name} again', { name })}
          onClick={() => queue.retry(item.id)}
        >
          <IconRefresh size={18} />
        </ActionIcon>
      )}
    </li>
  );
}

const percentOf = ({ sent, size }: UploadItem): number => (size === 0 ? 100 : (100 * sent) / size);

function stateText(item: UploadItem): string {
  switch (item.state) {
    case 'waiting':
      return item.file === null
        ? i18n.t('Folder, waiting')
        : i18n.t('{count}, waiting', { count: formatBytes(item.size) });
    case 'sending':
      // All bytes are out: the service stores and inspects the file before it answers.
      if (item.note !== null) return item.note;
      return item.sent >= item.size
        ? i18n.t('Being stored')
        : i18n.t('{sent} of {count}', { sent: formatBytes(item.sent), count: formatBytes(item.size) });
    case 'done':
      return item.file === null ? i18n.t('Folder made') : i18n.t('{count} uploaded', { count: formatBytes(item.size) });
    case 'taken':
      return i18n.t('There is a file of this name already');
    case 'failed':
      return item.problem ?? i18n.t('Failed');
    case 'cancelled':
      return i18n.t('Cancelled');
  }
}
