import { Button, Checkbox, Text } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { formatCounted, type Counted } from '../format/counted.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { Problem } from '../parts/problem.tsx';
import type { FilterProperty } from './filter/condition.ts';
import { FilterPanel } from './filter/filter-panel.tsx';
import type { useRowSelection } from './grid/use-row-selection.ts';
import { i18n } from '../languages/i18n.ts';

type TableFrameProps = {
  /** What a row is. */
  readonly noun: Counted;
  /** Rows that match; undefined until that is known. */
  readonly matched: number | undefined;
  readonly properties: readonly FilterProperty[];
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly filterError: string | null;
  readonly canWriteText: boolean;
  /** Null where no map has been looked at yet. */
  readonly inView: boolean | null;
  readonly onInView: (isOn: boolean) => void;
  /** What cannot be told elsewhere. */
  readonly note?: string | undefined;
  readonly exporting: ReactNode;
  readonly selected: readonly string[];
  readonly selection: ReturnType<typeof useRowSelection>;
  readonly onShow: (() => void) | null;
  readonly copied: string;
  readonly children: ReactNode;
};

/** What stands around the rows of a table: how many match, the filter, the export, and what is selected. */
export function TableFrame(props: TableFrameProps) {
  const { noun, matched, properties, filter, onFilter, filterError, canWriteText, inView, onInView, note } = props;
  const { exporting, selected, selection, onShow, copied, children } = props;
  const [isOpen, setOpen] = useState(false);
  const isNarrowed = filter !== '' || inView === true;
  const isFilterOpen = isOpen || filterError !== null;
  return (
    <>
      <div className="al-table-bar">
        <Text c="dimmed" role="status">
          {matched === undefined ? '' : foundText(matched, noun, isNarrowed)}
          {note !== undefined && matched !== undefined && ` · ${note}`}
        </Text>
        {inView !== null && (
          <Checkbox
            label={i18n.t('Only in the map’s view')}
            checked={inView}
            onChange={(event) => onInView(event.currentTarget.checked)}
          />
        )}
        <Button
          variant={filter === '' ? 'default' : 'light'}
          leftSection={<IconFilter size={18} aria-hidden />}
          aria-expanded={isFilterOpen}
          onClick={() => setOpen(!isFilterOpen)}
        >
          {filter === '' ? i18n.t('Filter') : i18n.t('Filter (on)')}
        </Button>
        {exporting}
      </div>
      {isFilterOpen && (
        <FilterPanel
          // Begins anew when it is known what can be filtered by.
          key={properties.length === 0 ? 'unknown' : 'known'}
          properties={properties}
          filter={filter}
          onFilter={onFilter}
          error={filterError}
          canWriteText={canWriteText}
        />
      )}
      {selection.problem !== null && (
        <Problem title={i18n.t('The rows were not selected')} error={selection.problem} onClose={selection.forget} />
      )}
      {selected.length > 0 && (
        <div className="al-table-selection">
          <span role="status">{i18n.t('{count} selected', { count: formatCounted(selected.length, noun) })}</span>
          {onShow !== null && (
            <Button variant="subtle" size="compact-sm" onClick={onShow}>
              {i18n.t('Show on the map')}
            </Button>
          )}
          <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
            {i18n.t('Clear selection')}
          </Button>
        </div>
      )}
      <span role="status" className="al-unseen">
        {copied === '' ? '' : i18n.t('Copied: {copied}', { copied: copied.slice(0, 200) })}
      </span>
      {matched === 0 && isNarrowed ? (
        <EmptyState title={i18n.t('No {noun} matches', { noun })}>
          {filter !== '' && (
            <Button variant="default" onClick={() => onFilter('')}>
              {i18n.t('Remove filter')}
            </Button>
          )}
          {inView === true && (
            <Button variant="default" onClick={() => onInView(false)}>
              {i18n.t('Look beyond the map’s view')}
            </Button>
          )}
        </EmptyState>
      ) : matched === 0 ? (
        <EmptyState title={i18n.t('This layer is empty')} />
      ) : (
        children
      )}
    </>
  );
}

function foundText(matched: number, noun: Counted, isNarrowed: boolean): string {
  const count = formatCounted(matched, noun);
  return isNarrowed ? i18n.t('{count} found', { count }) : count;
}
