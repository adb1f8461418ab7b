/**
 * Lets so many pieces of work run at a time; the others wait in the order they came.
 *
 * @returns runs a piece of work when it is its turn
 */
export function createTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // A call that ends hands its place over, so that nobody overtakes those who wait.
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
