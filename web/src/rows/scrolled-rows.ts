import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';

/** A long list that scrolls within a part of the page, with rows of about this height in pixels. Only those in sight are drawn. */
export function useScrolledRows(count: number, height: number) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not in use
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 4,
  });
  return { scroller, rows };
}
