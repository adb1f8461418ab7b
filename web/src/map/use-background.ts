import { useComputedColorScheme } from '@mantine/core';

/** The ground of the map, from the page's own colours. */
export function useBackground(): string {
  // Read anew when the scheme changes.
  useComputedColorScheme('light');
  return getComputedStyle(document.documentElement).getPropertyValue('--al-map').trim();
}
