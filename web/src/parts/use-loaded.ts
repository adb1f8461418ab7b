import { useEffect, useState } from 'react';

/**
 * What a part of the program that is loaded on demand gives; null until it is there. Without Suspense, which shows what waits for 300 ms
 * at least: longer than the part takes to come.
 *
 * @param load has to be the same function each time
 * @throws while it is drawn, where it cannot be loaded: the page tells then
 */
export function useLoaded<T>(load: () => Promise<T>): T | null {
  const [loaded, setLoaded] = useState<{ readonly value: T } | { readonly error: unknown } | null>(null);
  useEffect(() => {
    let isLeft = false;
    load().then(
      (value) => isLeft || setLoaded({ value }),
      (error: unknown) => isLeft || setLoaded({ error }),
    );
    return () => void (isLeft = true);
  }, [load]);
  if (loaded !== null && 'error' in loaded) throw loaded.error;
  return loaded?.value ?? null;
}
