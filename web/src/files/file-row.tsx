import type { CSSProperties, KeyboardEvent } from 'react';
import type { DatasetRef, Entry } from '../api/types.ts';
import { formatBytes } from '../format/bytes.ts';
import { formatDate, formatDateTime } from '../format/time.ts';
import { BuildState } from './build-state.tsx';
import { isFolder, kindName } from './entry-kind.ts';
import { EntryLink } from './entry-link.tsx';
import { EntryMenu } from './entry-menu.tsx';
import { EntryPicture } from './entry-picture.tsx';

type FileRowProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  readonly index: number;
  /** The row that is in the tab order. */
  readonly active: boolean;
  readonly style: CSSProperties;
  readonly onFocus: () => void;
  readonly canWrite: boolean;
  /** Absent when the person may not delete. */
  readonly onDelete: (() => void) | undefined;
};

export function FileRow({ datasetRef, entry, index, active, style, onFocus, canWrite, onDelete }: FileRowProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Delete' || onDelete === undefined) return;
    event.preventDefault();
    onDelete();
  };
  const tabIndex = active ? 0 : -1;
  const size = isFolder(entry) ? '' : formatBytes(entry.size);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      className="al-row"
      style={style}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <span role="gridcell" className="al-row-picture">
        <EntryPicture datasetRef={datasetRef} entry={entry} />
      </span>
      <span role="gridcell" className="al-row-name">
        <EntryLink datasetRef={datasetRef} entry={entry} tabIndex={tabIndex} />
        <span className="al-row-kind">
          {kindName(entry.type)}
          <span className="al-narrow-only">{size === '' ? '' : ` · ${size}`}</span>
        </span>
      </span>
      <span role="gridcell" className="al-row-state">
        <BuildState datasetRef={datasetRef} entry={entry} tabIndex={tabIndex} canWrite={canWrite} />
      </span>
      <span role="gridcell" className="al-row-size">
        {size}
      </span>
      <span role="gridcell" className="al-row-date" title={formatDateTime(entry.mtime)}>
        {formatDate(entry.mtime)}
      </span>
      <span role="gridcell">
        <EntryMenu datasetRef={datasetRef} entry={entry} tabIndex={tabIndex} canWrite={canWrite} onDelete={onDelete} />
      </span>
    </div>
  );
}
