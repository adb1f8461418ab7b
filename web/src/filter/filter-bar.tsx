import '../styles/filter-bar.css';
import { Button, CloseButton } from '@mantine/core';
import { IconFilterOff, IconFolder, IconMap2 } from '@tabler/icons-react';
import { tokenOfLink, type DatasetRef } from '../api/addresses.ts';
import { shownName } from '../files/entry-path.ts';
import { DateChip } from './date-chip.tsx';
import { isNarrowed } from './filter.ts';
import { KindChip } from './kind-chip.tsx';
import { forget, seenBox } from './seen-box.ts';
import { useFilter } from './use-filter.ts';
import { i18n } from '../languages/i18n.ts';

type FilterBarProps = {
  readonly datasetRef: DatasetRef;
  /** Views that show no folder elsewhere tell of it here. */
  readonly withFolder?: boolean;
  /** The table has a switch of its own for the view of the map. */
  readonly withBox?: boolean;
};

/** Which files all views show, as chips: each opens what it is chosen by, or is taken away by a click. */
export function FilterBar({ datasetRef, withFolder = false, withBox = true }: FilterBarProps) {
  const { filter, change } = useFilter();
  const { path, types, from, to, box } = filter;
  const seen = seenBox(datasetRef);
  // What a share link is about is no choice of who opened it.
  const folder = withFolder && path !== '' && tokenOfLink() === undefined ? path : null;
  return (
    <div role="group" aria-label={i18n.t('Filter')} className="al-chips">
      {folder !== null && (
        <span className="al-chip-folder">
          <IconFolder size={16} aria-hidden />
          <bdi className="al-truncate">{shownName(folder)}</bdi>
          <CloseButton size="sm" aria-label={i18n.t('Show all folders')} onClick={() => change({ path: '' })} />
        </span>
      )}
      <KindChip types={types} onTypes={(next) => change({ types: next })} />
      <DateChip from={from} to={to} onDates={change} />
      {withBox && (box !== null || seen !== null) && (
        <Button
          size="compact-sm"
          variant={box === null ? 'default' : 'light'}
          className="al-chip"
          leftSection={<IconMap2 size={16} aria-hidden />}
          aria-pressed={box !== null}
          onClick={() => change({ box: box === null ? seen : forget(datasetRef, box) })}
        >
          {i18n.t('Only in the map’s view')}
        </Button>
      )}
      {isNarrowed(filter) && (
        <Button
          size="compact-sm"
          variant="subtle"
          className="al-chip"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          title={i18n.t(
            'The filter is in the address of this page only: a link to it has it, and nobody else sees it.',
          )}
          onClick={() => change({ types: [], from: '', to: '', box: null })}
        >
          {i18n.t('Clear filter')}
        </Button>
      )}
    </div>
  );
}
