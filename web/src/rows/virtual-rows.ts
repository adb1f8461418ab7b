import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import { useRowFocus, type Renaming } from './row-focus.ts';

type VirtualRows = {
  readonly count: number;
  /** Height of every row in pixels: rows of one height need no measuring. */
  readonly height: number;
  /** The same function as long as the rows are the same: with another one all of them are placed anew, in each frame of a scroll. */
  readonly keyOf: (index: number) => string;
  /** The last one of what the rows are about. */
  readonly renaming?: Renaming | null;
};

/**
 * A long list that scrolls with the page. Only the rows in sight are in the page; one of them is in the tab order, and
 * the arrow keys move between rows (row-focus.ts).
 */
export function useVirtualRows({ count, height, keyOf, renaming }: VirtualRows) {
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  // Measured again when the page changes its height: what stands above the list comes and goes.
  useLayoutEffect(() => {
    const measure = (): void => {
      if (body.current !== null) setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  }, [height]);

  const focus = useRowFocus({ count, keyOf, renaming }, body, (index) => rows.scrollToIndex(index));
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not in use
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: top,
    getItemKey: keyOf,
    // The focused row stays in the page wherever the window is scrolled to, or the focus would be lost.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(focus.active, count - 1)])].sort((a, b) => a - b),
  });
  useLayoutEffect(() => rows.measure(), [height, rows]);

  /** Pixels from the top of the list. */
  const topOf = ({ start }: VirtualItem): number => start - top;
  const style = (item: VirtualItem): CSSProperties => ({ height, transform: `translateY(${topOf(item)}px)` });
  return { body, focus, items: rows.getVirtualItems(), total: rows.getTotalSize(), topOf, style };
}
