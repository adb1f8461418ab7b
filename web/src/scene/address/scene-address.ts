import { useCallback, useEffect, useRef, useState } from 'react';

/** What the address says of a scene beside its files. Values are texts; undefined is the default. */
export type SceneAddress = {
  readonly cam?: string;
  /** Styles of the files, as `layer-styles.ts` writes them. */
  readonly style?: string;
  readonly clip?: string;
  /** "on" or "off": with or without eye-dome lighting, whatever is shown. */
  readonly edges?: string;
  /** Paths of layers that are not drawn. */
  readonly hide?: string;
  /** Path of the selected layer. */
  readonly sel?: string;
  /** What people chose that heights of layers are above. */
  readonly heights?: string;
};

const KEYS = ['cam', 'style', 'clip', 'edges', 'hide', 'sel', 'heights'] as const;
/** Browsers refuse more than some changes of the address in a second. */
const DELAY_MS = 400;

/**
 * Values of the address that change faster than the address may. What is set holds at once and is written a moment later; what comes by
 * the address (Back, a link) takes its place.
 */
export function useSceneAddress(
  address: SceneAddress,
  write: (address: SceneAddress) => void,
): readonly [SceneAddress, (patch: SceneAddress) => void] {
  const [values, setValues] = useState(address);
  const latest = useRef(values);
  const written = useRef(address);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const fresh = KEYS.filter((key) => address[key] !== written.current[key]);
    written.current = address;
    if (fresh.length === 0) return;
    latest.current = { ...latest.current, ...Object.fromEntries(fresh.map((key) => [key, address[key]])) };
    setValues(latest.current);
  }, [address]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const set = useCallback(
    (patch: SceneAddress) => {
      latest.current = { ...latest.current, ...patch };
      setValues(latest.current);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        written.current = latest.current;
        write(latest.current);
      }, DELAY_MS);
    },
    [write],
  );
  return [values, set];
}
