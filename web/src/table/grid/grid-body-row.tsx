import '../../styles/choosing.css';
import type { MouseEvent } from 'react';
import { cellText } from './cell-text.ts';
import type { CellPlace, GridColumn, GridRow } from './grid-types.ts';
import { i18n } from '../../languages/i18n.ts';

type GridBodyRowProps = {
  readonly index: number;
  /** Undefined until the service has sent it. */
  readonly row: GridRow | undefined;
  readonly columns: readonly GridColumn[];
  readonly template: string;
  readonly top: number;
  readonly height: number;
  readonly isSelected: boolean;
  readonly active: CellPlace;
  readonly onFocus: (place: CellPlace) => void;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
  readonly onCheck: (isRange: boolean) => void;
};

export function GridBodyRow(props: GridBodyRowProps) {
  const { index, row, columns, template, top, height, isSelected, active, onFocus, onClick, onCheck } = props;
  const stop = (column: number) => ({
    'data-cell': `${index}:${column}`,
    tabIndex: active.row === index && active.column === column ? 0 : -1,
    onFocus: () => onFocus({ row: index, column }),
  });
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are those of the grid
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className="al-grid-row"
      style={{ gridTemplateColumns: template, height, transform: `translateY(${top}px)` }}
      onClick={onClick}
    >
      <span role="gridcell" aria-colindex={1} className="al-grid-check">
        {row !== undefined && (
          <label className="al-check">
            <input
              type="checkbox"
              aria-label={i18n.t('Select {label}', { label: row.label })}
              checked={isSelected}
              onClick={(event) => {
                event.stopPropagation();
                onCheck(event.shiftKey);
              }}
              onChange={() => undefined}
              {...stop(-1)}
            />
          </label>
        )}
      </span>
      {columns.map(({ name, label, kind }, at) => {
        const text = row === undefined ? '' : cellText(row.values[at], kind, label);
        return (
          <span
            key={name}
            role="gridcell"
            aria-colindex={at + 2}
            className="al-grid-cell"
            data-kind={kind}
            title={text.length > 20 ? text : undefined}
            {...stop(at)}
          >
            {row === undefined ? <span className="al-grid-waits" /> : <bdi>{text}</bdi>}
          </span>
        );
      })}
    </div>
  );
}
