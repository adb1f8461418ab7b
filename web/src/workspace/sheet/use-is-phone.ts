import { useMediaQuery } from '@mantine/hooks';

/** True where panels are one sheet: there is no room beside the map. sheet.css has the same width. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
