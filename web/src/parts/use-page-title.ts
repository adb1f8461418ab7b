import { useEffect } from 'react';

/** Sets the browser tab's title; the most telling part first. */
export function usePageTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts, 'Alidade'].filter((part) => part !== undefined && part !== '').join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
