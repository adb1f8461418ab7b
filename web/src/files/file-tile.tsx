import type { MouseEvent } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { formatBytes } from '../format/bytes.ts';
import { isFolder, lookOf } from '../kinds/index.ts';
import { BuildState } from './build-state.tsx';
import { EntryLink } from './entry-link.tsx';
import { FoldButton } from './companions/fold-button.tsx';
import type { Fold } from './companions/use-folded.ts';
import { EntryMenu } from './entry-menu.tsx';
import { shownName } from './entry-path.ts';
import { EntryPicture } from './entry-picture.tsx';
import type { FileTasks } from './file-tasks.ts';
import { RowCheck } from './row-check.tsx';
import { i18n } from '../languages/i18n.ts';

type FileTileProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  readonly index: number;
  /** In the row that is in the tab order. */
  readonly active: boolean;
  readonly chosen: boolean;
  readonly onChoose: (range: boolean) => void;
  /** Shows a photo or video large; undefined of other files. */
  readonly onMedia: (() => void) | undefined;
  /** Files that belong to it. */
  readonly fold: Fold | undefined;
  /** It belongs to the file above it. */
  readonly isBelow: boolean;
  readonly tasks: FileTasks;
};

/** An entry as a picture with its name; the whole of it opens it. */
export function FileTile(props: FileTileProps) {
  const { datasetRef, entry, index, active, chosen, onChoose, onMedia, fold, isBelow, tasks } = props;
  const tabIndex = active ? 0 : -1;
  // A click with Shift would open a window; here it chooses, as in the list.
  const onClickCapture = (event: MouseEvent): void => {
    if (!event.shiftKey || !(event.target as HTMLElement).matches('.al-row-link, .al-row-link *')) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(true);
  };
  return (
    <div
      role="gridcell"
      aria-selected={chosen}
      data-tile={index}
      data-below={isBelow}
      className="al-tile"
      onClickCapture={onClickCapture}
    >
      <span className="al-tile-picture">
        <EntryPicture datasetRef={datasetRef} entry={entry} />
      </span>
      <span className="al-tile-name">
        <EntryLink
          datasetRef={datasetRef}
          entry={entry}
          tabIndex={tabIndex}
          onProperties={() => tasks.open('properties', [entry])}
          onMedia={onMedia}
          isWithheld={tasks.download === null}
        />
      </span>
      <span className="al-tile-facts">
        {isFolder(entry) ? lookOf(entry).title : formatBytes(entry.size)}
        {fold !== undefined && <FoldButton fold={fold} name={shownName(entry.path)} tabIndex={tabIndex} />}
        <BuildState entry={entry} tabIndex={tabIndex} onExplain={() => tasks.open('build', [entry])} />
      </span>
      <span className="al-tile-check">
        <RowCheck
          label={i18n.t('Select {path}', { path: shownName(entry.path) })}
          checked={chosen}
          tabIndex={-1}
          onChoose={onChoose}
        />
      </span>
      <span className="al-tile-menu">
        <EntryMenu entry={entry} tabIndex={tabIndex} tasks={tasks} />
      </span>
    </div>
  );
}
