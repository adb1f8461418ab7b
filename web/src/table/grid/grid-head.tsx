import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { plain } from '../../format/plain.ts';
import type { CellPlace, GridColumn, GridSort } from './grid-types.ts';
import { i18n } from '../../languages/i18n.ts';

type GridHeadProps = {
  readonly columns: readonly GridColumn[];
  readonly template: string;
  readonly sort: GridSort;
  readonly active: CellPlace;
  readonly onFocus: (column: number) => void;
  readonly onSort: (column: GridColumn) => void;
};

/** Heads of the columns; a click on one sorts by it, a second one turns the order round. */
export const GridHead = ({ columns, template, sort, active, onFocus, onSort }: GridHeadProps) => (
  <div role="rowgroup" className="al-grid-head">
    <div role="row" aria-rowindex={1} className="al-grid-row" style={{ gridTemplateColumns: template }}>
      <span role="columnheader" aria-colindex={1} className="al-grid-check">
        <VisuallyHidden>{i18n.t('Selected')}</VisuallyHidden>
      </span>
      {columns.map((column, at) => {
        const isSorted = sort !== null && sort.name === column.name;
        const Arrow = isSorted && sort.isDescending ? IconArrowDown : IconArrowUp;
        const stop = { 'data-cell': `-1:${at}`, tabIndex: active.row === -1 && active.column === at ? 0 : -1 };
        return (
          <span
            key={column.name}
            role="columnheader"
            aria-colindex={at + 2}
            aria-sort={
              isSorted ? (sort.isDescending ? 'descending' : 'ascending') : column.isSortable ? 'none' : undefined
            }
            className="al-grid-cell"
            data-kind={column.kind}
            title={plain(column.label)}
            onFocus={() => onFocus(at)}
            {...(column.isSortable ? {} : stop)}
          >
            {column.isSortable ? (
              <UnstyledButton className="al-sort" onClick={() => onSort(column)} {...stop}>
                <bdi>{plain(column.label)}</bdi>
                {isSorted && <Arrow size={14} aria-hidden />}
              </UnstyledButton>
            ) : (
              <bdi>{plain(column.label)}</bdi>
            )}
          </span>
        );
      })}
    </div>
  </div>
);
