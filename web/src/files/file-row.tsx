import { memo, type MouseEvent } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { formatBytes } from '../format/bytes.ts';
import { formatDate, formatMoment } from '../format/time.ts';
import { BuildState } from './build-state.tsx';
import { isFolder, lookOf } from '../kinds/index.ts';
import { EntryLink } from './entry-link.tsx';
import { FoldButton } from './companions/fold-button.tsx';
import type { Fold } from './companions/use-folded.ts';
import { EntryMenu } from './entry-menu.tsx';
import { parentPath, shownName } from './entry-path.ts';
import { EntryPicture } from './entry-picture.tsx';
import type { FileTasks } from './file-tasks.ts';
import { isMedia } from './media-box.tsx';
import { RowCheck } from './row-check.tsx';
import { plain } from '../format/plain.ts';
import { i18n } from '../languages/i18n.ts';

type FileRowProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  readonly index: number;
  /** The row that is in the tab order. */
  readonly active: boolean;
  readonly chosen: boolean;
  /** The folder is told, too: the list holds entries of several. */
  readonly located: boolean;
  /** Pixels from the top of the list, and of the row. */
  readonly top: number;
  readonly height: number;
  readonly on: RowEvents;
  /** Files that belong to it. */
  readonly fold: Fold | undefined;
  /** It belongs to the file above it. */
  readonly isBelow: boolean;
  readonly tasks: FileTasks;
};

/** What people do with a row. The same functions for all rows, so that scrolling draws only those that come. */
export type RowEvents = {
  readonly focus: (index: number) => void;
  readonly choose: (path: string, range: boolean) => void;
  /** Shows a photo or video large. */
  readonly show: (path: string) => void;
};

export const FileRow = memo(function FileRow(props: FileRowProps) {
  const { datasetRef, entry, index, active, chosen, located, top, height, on, fold, isBelow, tasks } = props;
  const tabIndex = active ? 0 : -1;
  const size = isFolder(entry) ? '' : formatBytes(entry.size);
  const { title } = lookOf(entry);
  const kind = located
    ? i18n.t('{title} in {parentPath}', { title, parentPath: plain(parentPath(entry.path)) || i18n.t('the dataset') })
    : title;
  // A click with Shift would open a window; here it chooses, as everywhere with lists of files.
  const onClickCapture = (event: MouseEvent): void => {
    if (!event.shiftKey || !(event.target as HTMLElement).matches('.al-row-link, .al-row-link *')) return;
    event.preventDefault();
    event.stopPropagation();
    on.choose(entry.path, true);
  };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen}
      data-row={index}
      data-below={isBelow}
      className="al-row"
      style={{ height, transform: `translateY(${top}px)` }}
      onFocus={() => on.focus(index)}
      onClickCapture={onClickCapture}
    >
      <span role="gridcell">
        {/* Space on the row does the same: in the tab order it would only double the way. */}
        <RowCheck
          label={i18n.t('Select {path}', { path: shownName(entry.path) })}
          checked={chosen}
          tabIndex={-1}
          onChoose={(range) => on.choose(entry.path, range)}
        />
      </span>
      <span role="gridcell" className="al-row-picture">
        <EntryPicture datasetRef={datasetRef} entry={entry} />
      </span>
      <span role="gridcell" className="al-row-name">
        <EntryLink
          datasetRef={datasetRef}
          entry={entry}
          tabIndex={tabIndex}
          isWithheld={tasks.download === null}
          onProperties={() => tasks.open('properties', [entry])}
          onMedia={isMedia(entry) ? () => on.show(entry.path) : undefined}
        />
        <span className="al-row-kind" title={located ? plain(entry.path) : undefined}>
          {kind}
          <span className="al-narrow-only">{size === '' ? '' : ` · ${size}`}</span>
          {fold !== undefined && <FoldButton fold={fold} name={shownName(entry.path)} tabIndex={tabIndex} />}
        </span>
      </span>
      <span role="gridcell" className="al-row-state">
        <BuildState entry={entry} tabIndex={tabIndex} onExplain={() => tasks.open('build', [entry])} />
      </span>
      <span role="gridcell" className="al-row-size">
        {size}
      </span>
      <span role="gridcell" className="al-row-date" title={formatMoment(entry.mtime)}>
        {formatDate(entry.mtime)}
      </span>
      <span role="gridcell">
        <EntryMenu entry={entry} tabIndex={tabIndex} tasks={tasks} />
      </span>
    </div>
  );
});
