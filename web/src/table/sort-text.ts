import type { GridSort } from './grid/grid-types.ts';

/** 'name' or '-name'; '' is no order. */
export const sortText = (sort: GridSort): string =>
  sort === null ? '' : `${sort.isDescending ? '-' : ''}${sort.name}`;

/** The order of a text; none where there is no such column. */
export function sortOf(text: string, names: readonly string[]): GridSort {
  if (text === '') return null;
  const isDescending = text.startsWith('-');
  const name = isDescending ? text.slice(1) : text;
  return names.includes(name) ? { name, isDescending } : null;
}
