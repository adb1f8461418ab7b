import { VisuallyHidden } from '@mantine/core';
import { SortHead } from '../rows/sort-head.tsx';
import type { Sort, SortKey } from './entry-order.ts';
import { RowCheck } from './row-check.tsx';
import { i18n } from '../languages/i18n.ts';

type FileListHeadProps = {
  /** Absent where the order is the service's own. */
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort) => void;
  readonly onAll: () => void;
};

/** Column heads; the sortable ones are buttons. */
export const FileListHead = ({ sort, onSort, onAll }: FileListHeadProps) => {
  const head = (label: string, column: SortKey) =>
    sort === undefined ? (
      <span role="columnheader" data-column={column}>
        {label}
      </span>
    ) : (
      <SortHead label={label} column={column} sort={sort} onSort={onSort} />
    );
  return (
    <div role="rowgroup" className="al-files-head">
      <div role="row" aria-rowindex={1} className="al-row al-row-head">
        <span role="columnheader">
          <RowCheck label={i18n.t('Select all')} checked={false} tabIndex={0} onChoose={onAll} />
        </span>
        <span role="columnheader" className="al-wide">
          <VisuallyHidden>{i18n.t('Picture')}</VisuallyHidden>
        </span>
        {head(i18n.t('Name'), 'name')}
        <span role="columnheader" className="al-wide al-head-state">
          {i18n.t('State')}
        </span>
        {head(i18n.t('Size'), 'size')}
        {head(i18n.t('Modified'), 'date')}
        <span role="columnheader" className="al-wide">
          <VisuallyHidden>{i18n.t('Actions')}</VisuallyHidden>
        </span>
      </div>
    </div>
  );
};
