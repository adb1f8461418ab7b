import { useLayoutEffect, useRef, useState } from 'react';

type Functions = Readonly<Record<string, (...given: never[]) => void>>;

/**
 * The same functions as long as the component lives; each calls the one of the latest drawing. What gets them is not drawn anew
 * because of them. They are for events: while something is drawn they are the ones of before.
 */
export function useStableFunctions<T extends Functions>(functions: T): T {
  const latest = useRef(functions);
  useLayoutEffect(() => {
    latest.current = functions;
  });
  const [stable] = useState(() =>
    Object.fromEntries(
      Object.keys(functions).map((name) => [name, (...given: never[]) => latest.current[name]?.(...given)]),
    ),
  );
  return stable as T;
}
