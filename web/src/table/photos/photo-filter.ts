import { pointed } from '../../format/decimal.ts';
import type { BuiltFilter, Condition } from '../filter/condition.ts';
import type { PhotoRow } from './photo-rows.ts';

type Value = string | number | null;

/** True of a photo that the conditions leave. A value that is not told fits none, as in the filters of layers. */
export function matchesPhoto({ join, conditions }: BuiltFilter, row: PhotoRow): boolean {
  const holds = (condition: Condition): boolean => conditionHolds(condition, valueOf(condition.property, row));
  return join === 'and' ? conditions.every(holds) : conditions.some(holds);
}

const FILTERED = ['name', 'folder', 'date', 'camera', 'height', 'size'] as const;

function valueOf(property: string, row: PhotoRow): Value {
  const name = FILTERED.find((known) => known === property);
  return name === undefined ? null : row[name];
}

function conditionHolds({ property, operator, value: wanted }: Condition, value: Value): boolean {
  if (operator === 'empty') return value === null;
  if (value === null) return false;
  const [text, part] = [String(value).toLowerCase(), wanted.toLowerCase()];
  switch (operator) {
    case 'filled':
      return true;
    case 'contains':
      return text.includes(part);
    case 'starts':
      return text.startsWith(part);
    case 'ends':
      return text.endsWith(part);
    case 'true':
    case 'false':
      return false;
    default:
      return compares(operator, orderOf(property, value, wanted));
  }
}

/** Below, at or above zero, as the value is to what is wanted; NaN where they cannot be compared. */
function orderOf(property: string, value: string | number, wanted: string): number {
  if (typeof value === 'number') return value - Number(pointed(wanted));
  if (property === 'date') return Date.parse(value) - Date.parse(`${wanted}Z`);
  return value === wanted ? 0 : value < wanted ? -1 : 1;
}

function compares(operator: '=' | '<>' | '<' | '<=' | '>' | '>=', order: number): boolean {
  switch (operator) {
    case '=':
      return order === 0;
    case '<>':
      return order !== 0 && !Number.isNaN(order);
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}
