/** A place and where it belongs, in one unit, around a common middle. */
export interface Pair {
  readonly x: number;
  readonly y: number;
  readonly toX: number;
  readonly toY: number;
}

/** Turns around the origin, counterclockwise where y goes up, scales and then moves. */
export interface Similarity {
  readonly scale: number;
  readonly theta: number;
  readonly tx: number;
  readonly ty: number;
}

export function moved({ scale, theta, tx, ty }: Similarity, x: number, y: number): readonly [x: number, y: number] {
  const [cosine, sine] = [scale * Math.cos(theta), scale * Math.sin(theta)];
  return [cosine * x - sine * y + tx, sine * x + cosine * y + ty];
}

/** The way back. */
export function inverse({ scale, theta, tx, ty }: Similarity): Similarity {
  const back = { scale: 1 / scale, theta: -theta, tx: 0, ty: 0 };
  const [x, y] = moved(back, tx, ty);
  return { ...back, tx: -x, ty: -y };
}

/**
 * The similarity that brings pairs together with the least squares (Umeyama 1991; in the plane the rotation needs no
 * decomposition). A translation alone where that is wanted, or where the pairs lie in one place.
 */
export function fit(pairs: readonly Pair[], translationOnly: boolean): Similarity {
  const mean = (value: (pair: Pair) => number): number =>
    pairs.reduce((sum, pair) => sum + value(pair), 0) / pairs.length;
  const [x0, y0, toX0, toY0] = [mean(({ x }) => x), mean(({ y }) => y), mean(({ toX }) => toX), mean(({ toY }) => toY)];
  let [along, across, size] = [0, 0, 0];
  for (const { x, y, toX, toY } of pairs) {
    const [ax, ay, bx, by] = [x - x0, y - y0, toX - toX0, toY - toY0];
    along += ax * bx + ay * by;
    across += ax * by - ay * bx;
    size += ax * ax + ay * ay;
  }
  const isTranslation = translationOnly || size === 0;
  const turn = isTranslation
    ? { scale: 1, theta: 0, tx: 0, ty: 0 }
    : { scale: Math.hypot(along, across) / size, theta: Math.atan2(across, along), tx: 0, ty: 0 };
  const [x, y] = moved(turn, x0, y0);
  return { ...turn, tx: toX0 - x, ty: toY0 - y };
}

/** How far a pair is from where a similarity brings it. */
export function errorOf(similarity: Similarity, { x, y, toX, toY }: Pair): number {
  const [movedX, movedY] = moved(similarity, x, y);
  return Math.hypot(movedX - toX, movedY - toY);
}
