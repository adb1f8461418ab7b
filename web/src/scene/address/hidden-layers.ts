import { formatItems } from '../../api/item-list.ts';

/** The layers that are not drawn, after one was hidden or shown; undefined where all are drawn. */
export function hiddenText(hidden: ReadonlySet<string>, path: string, isHidden: boolean): string | undefined {
  const paths = [...[...hidden].filter((other) => other !== path), ...(isHidden ? [path] : [])];
  return paths.length === 0 ? undefined : formatItems(paths);
}
