import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { i18n } from '../languages/i18n.ts';

/** What is there sooner needs no sign: it would only flicker. */
const DELAY_MS = 150;

/** Says above a map that parts of it are still to come. It is always there, as screen readers tell only what changes in it. */
export function MapLoading({ busy }: { readonly busy: boolean }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return undefined;
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  return (
    <div role="status" className="al-map-loading">
      {busy && late && (
        <span>
          <Loader size={16} aria-hidden />
          {i18n.t('Loading map…')}
        </span>
      )}
    </div>
  );
}
