import '../styles/file-rows.css';
import '../styles/choosing.css';
import { Button } from '@mantine/core';
import {
  IconCopy,
  IconDownload,
  IconFolderSymlink,
  IconTools,
  IconTrash,
  IconX,
  type Icon as TablerIcon,
} from '@tabler/icons-react';
import { formatBytes } from '../format/bytes.ts';
import type { FileTasks } from './file-tasks.ts';
import { RowCheck } from './row-check.tsx';
import type { ChosenRows } from './use-selection.ts';
import { i18n } from '../languages/i18n.ts';

type SelectionBarProps = {
  readonly selection: ChosenRows;
  /** Rows of the list. */
  readonly count: number;
  readonly tasks: FileTasks;
};

/** What can be done with the chosen rows; stands where the column heads are, so that nothing moves. */
export function SelectionBar({ selection, count, tasks }: SelectionBarProps) {
  const { chosen, all, clear } = selection;
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0);
  const offered = tasks.toolsFor(chosen);
  const complete = chosen.length === count;
  return (
    <div role="rowgroup" className="al-files-head">
      <div role="row" aria-rowindex={1} className="al-selection">
        <span role="columnheader">
          <RowCheck
            label={complete ? i18n.t('Clear the selection') : i18n.t('Select all')}
            checked={complete}
            partly={!complete}
            tabIndex={0}
            onChoose={complete ? clear : all}
          />
        </span>
        <span role="columnheader" className="al-selection-bar">
          <span className="al-selection-text" role="status">
            {i18n.t('{count, plural, one {# selected} other {# selected}}', { count: chosen.length })}
            <span className="al-wide-only">{bytes === 0 ? '' : ` · ${formatBytes(bytes)}`}</span>
          </span>
          {tasks.download !== null && (
            <BarButton label={i18n.t('Download')} Icon={IconDownload} onClick={() => tasks.download?.(chosen)} />
          )}
          {offered.length > 0 && (
            <BarButton label={i18n.t('Tools…')} Icon={IconTools} onClick={() => tasks.openTools(offered)} />
          )}
          {tasks.canWrite && (
            <>
              <BarButton label={i18n.t('Move…')} Icon={IconFolderSymlink} onClick={() => tasks.open('move', chosen)} />
              <BarButton label={i18n.t('Copy…')} Icon={IconCopy} onClick={() => tasks.open('copy', chosen)} />
              <BarButton
                label={i18n.t('Delete…')}
                Icon={IconTrash}
                danger
                onClick={() => tasks.open('delete', chosen)}
              />
            </>
          )}
          <BarButton label={i18n.t('Clear the selection')} Icon={IconX} bare onClick={clear} />
        </span>
      </div>
    </div>
  );
}

type BarButtonProps = {
  readonly label: string;
  readonly Icon: TablerIcon;
  readonly danger?: boolean;
  /** Only the icon, on wide screens, too. */
  readonly bare?: boolean;
  readonly onClick: () => void;
};

const BarButton = ({ label, Icon, danger = false, bare = false, onClick }: BarButtonProps) => (
  <Button
    variant="subtle"
    size="sm"
    color={danger ? 'red' : undefined}
    c={danger ? 'var(--mantine-color-error)' : undefined}
    className="al-bar-button"
    data-bare={bare}
    aria-label={label}
    title={label.replace('…', '')}
    onClick={onClick}
  >
    <Icon size={18} aria-hidden />
    <span>{label}</span>
  </Button>
);
