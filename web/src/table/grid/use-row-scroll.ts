import { useLayoutEffect, useRef, useState } from 'react';
import { heightOf, placeAt, scrolledTo, START } from './row-scale.ts';

/** Rows above and below those in sight, so that a small step shows no gap. */
const OVERSCAN = 6;

/** First and last row that are drawn; the last is before the first where there are none. */
export type RowRange = { readonly first: number; readonly last: number };

/** Scrolling of a part of the page that has any number of rows of one height, below a head that stays. */
export function useRowScroll({
  count,
  height,
  head,
}: {
  readonly count: number;
  readonly height: number;
  readonly head: number;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(600);
  const [place, setPlace] = useState(START);
  const sizes = { total: count * height, view };

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setView(Math.max(height, element.clientHeight - head)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [height, head]);

  // A filter may leave fewer rows than it was scrolled by.
  const offset = Math.max(0, Math.min(place.offset, sizes.total - view));
  const first = Math.max(0, Math.floor(offset / height) - OVERSCAN);
  const last = Math.min(count - 1, Math.ceil((offset + view) / height) + OVERSCAN);

  const go = (wanted: number): void => {
    const next = placeAt(place, wanted, sizes);
    setPlace(next);
    scroller.current?.scrollTo({ top: next.top });
  };
  return {
    scroller,
    range: { first, last },
    bodyHeight: heightOf(sizes),
    onScroll: () => {
      const top = scroller.current?.scrollTop ?? 0;
      setPlace((before) => scrolledTo(before, top, sizes));
    },
    /** Pixels from the top of the rows' element. */
    topOf: (row: number): number => row * height - offset + Math.min(place.top, Math.max(0, heightOf(sizes) - view)),
    /** Rows that are wholly in sight. */
    pageRows: Math.max(1, Math.floor(view / height) - 1),
    showRow: (row: number): void => {
      if (row * height < offset) go(row * height);
      else if ((row + 1) * height > offset + view) go((row + 1) * height - view);
    },
    toStart: () => go(0),
  };
}
