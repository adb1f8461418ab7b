import { useEffect } from 'react';
import { plain } from '../format/plain.ts';

/** Sets the browser tab's title; the most telling part first. */
export function usePageTitle(...parts: readonly (string | undefined)[]): void {
  const title = plain([...parts, 'Alidade'].filter((part) => part !== undefined && part !== '').join(' · '));
  useEffect(() => {
    document.title = title;
  }, [title]);
}
