import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/**
 * Puts the focus on the page's content after a navigation, so that a screen reader reads the new page and Tab goes
 * on from its start. Not on the first page, and not where the page has put the focus itself.
 */
export function useFocusOnNavigation(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement | null>(null);
  const place = useRouterState({
    select: ({ resolvedLocation }) => {
      if (resolvedLocation === undefined) return undefined;
      const { path = '', view = '' } = resolvedLocation.search as { path?: string; view?: string };
      return `${resolvedLocation.pathname}?${view}&${path}`;
    },
  });
  const last = useRef(place);
  useEffect(() => {
    const before = last.current;
    last.current = place;
    if (before === undefined || before === place) return;
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [place]);
  return main;
}
