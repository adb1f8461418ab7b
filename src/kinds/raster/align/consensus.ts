import { errorOf, fit, type Pair, type Similarity } from './similarity.ts';

/** What most pairs agree on. */
export interface Consensus {
  readonly similarity: Similarity;
  readonly inliers: readonly Pair[];
}

const ROUNDS = 1000;
/** Fits to those that agree until these stay the same; two are enough nearly always. */
const REFINEMENTS = 5;
/** Surveys of one place differ by less in size: what says more is chance. */
const MOST_SCALE = 1.1;
const SEED = 0x2545_f491;

/**
 * The similarity that most pairs agree on within a tolerance (RANSAC, Fischler and Bolles 1981); the same every time for the
 * same pairs. Null where not even two agree.
 */
export function consensusOf(pairs: readonly Pair[], tolerance: number, translationOnly: boolean): Consensus | null {
  const random = generator(SEED);
  const pick = (): Pair => pairs[Math.floor(random() * pairs.length)]!;
  const agreeing = (similarity: Similarity): readonly Pair[] =>
    pairs.filter((pair) => errorOf(similarity, pair) <= tolerance);
  let best: readonly Pair[] = [];
  for (let round = 0; round < ROUNDS && pairs.length > 0; round++) {
    const drawn = translationOnly ? [pick()] : [pick(), pick()];
    const similarity = fit(drawn, translationOnly);
    if (!isLikely(similarity)) continue;
    const inliers = agreeing(similarity);
    if (inliers.length > best.length) best = inliers;
  }
  if (best.length < 2) return null;
  let similarity = fit(best, translationOnly);
  for (let round = 0; round < REFINEMENTS; round++) {
    const inliers = agreeing(similarity);
    if (inliers.length < 2 || !isLikely(similarity)) break;
    const isSettled = inliers.length === best.length;
    best = inliers;
    similarity = fit(best, translationOnly);
    if (isSettled) break;
  }
  return isLikely(similarity) ? { similarity, inliers: best } : null;
}

const isLikely = ({ scale }: Similarity): boolean => scale < MOST_SCALE && scale > 1 / MOST_SCALE;

/** Numbers from 0 to 1 that are the same every time (xorshift of Marsaglia, 2003). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
