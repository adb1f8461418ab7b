import { useCallback, useMemo, useRef, useState } from 'react';
import type { Picked } from '../core/scene-layer.ts';
import type { Triple } from '../geometry/triple.ts';

/** The point that was chosen, and all that is stored of it. */
export type Inspection = {
  readonly at: Triple | null;
  readonly picked: Picked | null;
  /** Null while they are read. */
  readonly values: readonly (readonly [name: string, value: string])[] | null;
  readonly error: unknown;
  readonly show: (picked: Picked | null) => void;
};

const NOTHING = { at: null, picked: null, values: null, error: null } as const;

export function useInspection(): Inspection {
  const [state, setState] = useState<Omit<Inspection, 'show'>>(NOTHING);
  const reading = useRef<AbortController>(null);
  const show = useCallback((picked: Picked | null) => {
    reading.current?.abort();
    setState(picked === null ? NOTHING : { ...NOTHING, at: picked.at, picked });
    if (picked?.layer.inspect === undefined) return;
    const { signal } = (reading.current = new AbortController());
    const tell = (found: Partial<Inspection>): void => {
      if (!signal.aborted) setState({ ...NOTHING, at: picked.at, picked, ...found });
    };
    picked.layer.inspect(picked, signal).then(
      (values) => tell({ values }),
      (error: unknown) => tell({ error }),
    );
  }, []);
  return useMemo(() => ({ ...state, show }), [state, show]);
}
