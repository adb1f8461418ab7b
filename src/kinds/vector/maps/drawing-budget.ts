import { ThreadRefusal, type ThreadContext } from '../../../concurrency/index.ts';

/** What one picture may cost. */
export interface DrawingBudget {
  /** Counts a feature with so many positions. @throws ThreadRefusal when it is one too many, or nobody waits any more */
  spend(positions: number): void;
  /** @throws ThreadRefusal when nobody waits any more */
  check(): void;
}

/** Features of a picture: some ten seconds of drawing. The tiles of a view have fewer, whatever their source. */
const MAX_FEATURES = 300_000;
const MAX_POSITIONS = 10_000_000;

export function createBudget(context: ThreadContext): DrawingBudget {
  let [features, positions] = [0, 0];
  const check = (): void => context.throwIfCancelled();
  return {
    check,
    spend(count) {
      check();
      features += 1;
      positions += count;
      if (features <= MAX_FEATURES && positions <= MAX_POSITIONS) return;
      throw new ThreadRefusal(
        'limit',
        'The picture has more features than are drawn at once. Ask for a smaller area, or wait until the vector tiles of the file are built.',
      );
    },
  };
}
