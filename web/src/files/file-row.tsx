import type { CSSProperties, MouseEvent } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { formatBytes } from '../format/bytes.ts';
import { formatDate, formatMoment } from '../format/time.ts';
import { BuildState } from './build-state.tsx';
import { isFolder, lookOf } from '../kinds/index.ts';
import { EntryLink } from './entry-link.tsx';
import { EntryMenu } from './entry-menu.tsx';
import { parentPath, shownName } from './entry-path.ts';
import { EntryPicture } from './entry-picture.tsx';
import type { FileTasks } from './file-tasks.ts';
import { RowCheck } from './row-check.tsx';
import { plain } from '../format/plain.ts';

type FileRowProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  readonly index: number;
  /** The row that is in the tab order. */
  readonly active: boolean;
  readonly chosen: boolean;
  /** The folder is told, too: the list holds entries of several. */
  readonly located: boolean;
  readonly style: CSSProperties;
  readonly onFocus: () => void;
  readonly onChoose: (range: boolean) => void;
  readonly tasks: FileTasks;
};

export function FileRow(props: FileRowProps) {
  const { datasetRef, entry, index, active, chosen, located, style, onFocus, onChoose, tasks } = props;
  const tabIndex = active ? 0 : -1;
  const size = isFolder(entry) ? '' : formatBytes(entry.size);
  const { title } = lookOf(entry);
  const kind = located ? `${title} in ${plain(parentPath(entry.path)) || 'the dataset'}` : title;
  // A click with Shift would open a window; here it chooses, as everywhere with lists of files.
  const onClickCapture = (event: MouseEvent): void => {
    if (!event.shiftKey || !(event.target as HTMLElement).matches('.al-row-link, .al-row-link *')) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(true);
  };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen}
      data-row={index}
      className="al-row"
      style={style}
      onFocus={onFocus}
      onClickCapture={onClickCapture}
    >
      <span role="gridcell">
        {/* Space on the row does the same: in the tab order it would only double the way. */}
        <RowCheck label={`Choose ${shownName(entry.path)}`} checked={chosen} tabIndex={-1} onChoose={onChoose} />
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
        />
        <span className="al-row-kind" title={located ? plain(entry.path) : undefined}>
          {kind}
          <span className="al-narrow-only">{size === '' ? '' : ` · ${size}`}</span>
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
}
