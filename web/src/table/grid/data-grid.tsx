import '../../styles/grid.css';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, type ClipboardEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { rawText } from './cell-text.ts';
import { GridBodyRow } from './grid-body-row.tsx';
import { GridHead } from './grid-head.tsx';
import type { CellPlace, GridColumn, GridRow, GridSort } from './grid-types.ts';
import { useCellFocus } from './use-cell-focus.ts';
import type { useRowSelection } from './use-row-selection.ts';
import { useRowScroll, type RowRange } from './use-row-scroll.ts';

/** Heights in pixels; fingers need more. */
const [ROW, COARSE_ROW, HEAD, CHECK] = [36, 44, 44, 44];

type DataGridProps = {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly count: number;
  readonly rowAt: (index: number) => GridRow | undefined;
  readonly sort: GridSort;
  readonly onSort: (sort: GridSort) => void;
  readonly selected: readonly string[];
  readonly selection: ReturnType<typeof useRowSelection>;
  /** Tells which rows are in sight, so that they are asked for. */
  readonly onRange: (range: RowRange) => void;
  readonly onCopied: (text: string) => void;
};

/**
 * A table of any number of rows, of which only those in sight are in the page. One cell is in the tab order; arrow keys move, Space
 * selects the row, Shift extends the selection, and copying takes the value of the cell.
 */
export function DataGrid(props: DataGridProps) {
  const { label, columns, count, rowAt, sort, onSort, selected, selection, onRange, onCopied } = props;
  const isCoarse = useMediaQuery('(pointer: coarse)') === true;
  const height = isCoarse ? COARSE_ROW : ROW;
  const scroll = useRowScroll({ count, height, head: HEAD });
  const { scroller, range } = scroll;
  const { first, last } = range;
  const chosen = useMemo(() => new Set(selected), [selected]);
  const { template, width, starts } = useMemo(() => layoutOf(columns), [columns]);

  useEffect(() => onRange({ first, last }), [onRange, first, last]);

  const showCell = ({ row, column }: CellPlace): void => {
    if (row >= 0) scroll.showRow(row);
    const box = scroller.current;
    const start = starts[column];
    const size = columns[column]?.width ?? 0;
    if (box === null || start === undefined) return;
    if (start < box.scrollLeft + CHECK) box.scrollTo({ left: start - CHECK });
    else if (start + size > box.scrollLeft + box.clientWidth) box.scrollTo({ left: start + size - box.clientWidth });
  };
  const focus = useCellFocus({ scroller, rows: count, columns: columns.length, pageRows: scroll.pageRows, showCell });
  const { active } = focus;

  const sortBy = ({ name, kind }: GridColumn): void => {
    scroll.toStart();
    const isSame = sort?.name === name;
    if (isSame && sort.isDescending === startsDescending(kind)) onSort({ name, isDescending: !sort.isDescending });
    else onSort(isSame ? null : { name, isDescending: startsDescending(kind) });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.metaKey) return;
    if (event.key === ' ' && active.row >= 0 && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault();
      if (event.shiftKey) selection.upTo(active.row);
      else selection.toggle(active.row);
      return;
    }
    const next = focus.next(event);
    if (next === null) return;
    event.preventDefault();
    if (event.shiftKey && next.row >= 0 && next.row !== active.row) selection.upTo(next.row);
    focus.moveTo(next);
  };
  const onCopy = (event: ClipboardEvent<HTMLElement>): void => {
    // What is marked in a text is copied as everywhere.
    if ((window.getSelection()?.toString() ?? '') !== '' || active.row < 0 || active.column < 0) return;
    const row = rowAt(active.row);
    if (row === undefined) return;
    const text = rawText(row.values[active.column]);
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
    onCopied(text);
  };
  const onRowClick = (index: number) => (event: MouseEvent<HTMLElement>) => {
    if ((window.getSelection()?.toString() ?? '') !== '') return;
    if (event.shiftKey) selection.upTo(index);
    else if (event.ctrlKey || event.metaKey) selection.toggle(index);
    else selection.only(index);
  };

  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  // The row with the focus stays in the page wherever it is scrolled to, or the focus would be lost.
  if (active.row >= 0 && count > 0 && (active.row < first || active.row > last)) indexes.push(active.row);
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      tabIndex={-1}
      className="al-grid"
      onScroll={scroll.onScroll}
      onKeyDown={onKeyDown}
      onCopy={onCopy}
    >
      <div className="al-grid-sheet" role="presentation" style={{ width }}>
        <GridHead
          columns={columns}
          template={template}
          sort={sort}
          active={active}
          onFocus={(column) => focus.setActive({ row: -1, column })}
          onSort={sortBy}
        />
        <div role="rowgroup" className="al-grid-body" style={{ height: scroll.bodyHeight }}>
          {indexes.map((index) => {
            const row = rowAt(index);
            return (
              <GridBodyRow
                key={index}
                index={index}
                row={row}
                columns={columns}
                template={template}
                top={scroll.topOf(index)}
                height={height}
                isSelected={row !== undefined && chosen.has(row.id)}
                active={active}
                onFocus={focus.setActive}
                onClick={onRowClick(index)}
                onCheck={(isRange) => (isRange ? selection.upTo(index) : selection.toggle(index))}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Names go up first, numbers and times down. */
const startsDescending = (kind: GridColumn['kind']): boolean => kind !== 'text' && kind !== 'boolean';

function layoutOf(columns: readonly GridColumn[]) {
  let at = CHECK;
  const starts = columns.map(({ width }) => (at += width) - width);
  return {
    starts,
    width: at,
    template: [`${CHECK}px`, ...columns.map(({ width }) => `${width}px`)].join(' '),
  };
}
