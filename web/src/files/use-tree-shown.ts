import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

const KEY = 'alidade.folders-beside-files';
const HIDDEN = 'hidden';

/** Whether the folders stand beside the files. A wide page remembers it; on a narrow one they are asked for each time. */
export function useTreeShown() {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) === true;
  const [isWideShown, setWideShown] = useState(() => localStorage.getItem(KEY) !== HIDDEN);
  const [isNarrowShown, setNarrowShown] = useState(false);
  return {
    isShown: isNarrow ? isNarrowShown : isWideShown,
    toggle: (): void => {
      if (isNarrow) return setNarrowShown(!isNarrowShown);
      setWideShown(!isWideShown);
      if (isWideShown) localStorage.setItem(KEY, HIDDEN);
      else localStorage.removeItem(KEY);
    },
    /** A folder was chosen: where there is no room for both, its files are what somebody wants to see. */
    chosen: (): void => setNarrowShown(false),
  };
}
