/** Three numbers of positions. */
export type Triangle = readonly [number, number, number];
export type Position = readonly [x: number, y: number];

/** Twice the area of a triangle; positive where it runs as the axes do, from x to y. */
export const turn = ([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/**
 * Triangles of a polygon without holes, of its own corners alone, as even as they can be: ears are cut off one by one, then pairs
 * that are not Delaunay's are turned (C. L. Lawson, 1977).
 *
 * @param corners run as the axes do; the first is not repeated
 */
export function triangulate(corners: readonly Position[]): readonly Triangle[] {
  return evened(corners, cutEars(corners));
}

function cutEars(corners: readonly Position[]): Triangle[] {
  const left = corners.map((_, index) => index);
  const triangles: Triangle[] = [];
  let [at, tried] = [0, 0];
  while (left.length > 2) {
    const count = left.length;
    const ear = [left[(at + count - 1) % count]!, left[at % count]!, left[(at + 1) % count]!] as const;
    // Where rounding leaves no ear, any corner goes; a triangle without area is none.
    const isLast = tried > count;
    if (isLast || isEar(corners, left, ear)) {
      if (turn(corners[ear[0]]!, corners[ear[1]]!, corners[ear[2]]!) > 0) triangles.push(ear);
      left.splice(at % count, 1);
      tried = 0;
      // Not the same corner again, so that triangles do not gather as a fan.
      at = (at + 1) % Math.max(1, left.length);
    } else {
      at = (at + 1) % count;
      tried += 1;
    }
  }
  return triangles;
}

function isEar(corners: readonly Position[], left: readonly number[], [before, tip, after]: Triangle): boolean {
  const [a, b, c] = [corners[before]!, corners[tip]!, corners[after]!];
  if (turn(a, b, c) <= 0) return false;
  return left.every((index) => {
    const point = corners[index]!;
    if (index === before || index === tip || index === after) return true;
    return turn(a, b, point) < 0 || turn(b, c, point) < 0 || turn(c, a, point) < 0;
  });
}

function evened(corners: readonly Position[], given: Triangle[]): readonly Triangle[] {
  const triangles = [...given];
  const key = (from: number, to: number): number => from * corners.length + to;
  /** The triangle that has an edge in this direction. */
  const owner = new Map<number, number>();
  const own = (index: number): void => {
    const [a, b, c] = triangles[index]!;
    owner.set(key(a, b), index).set(key(b, c), index).set(key(c, a), index);
  };
  triangles.forEach((_, index) => own(index));
  const edges: (readonly [number, number])[] = triangles.flatMap(([a, b, c]) => [
    [a, b],
    [b, c],
    [c, a],
  ]);
  // Each turn makes the triangles more even; the number is a bound for what rounding could repeat.
  for (let turns = corners.length ** 2; edges.length > 0 && turns > 0;) {
    const [from, to] = edges.pop()!;
    const [one, other] = [owner.get(key(from, to)), owner.get(key(to, from))];
    if (one === undefined || other === undefined) continue;
    const [tip, opposite] = [tipOf(triangles[one]!, from, to), tipOf(triangles[other]!, from, to)];
    const [a, b, c, d] = [from, to, tip, opposite].map((index) => corners[index]!) as [
      ...[Position, Position],
      ...[Position, Position],
    ];
    if (turn(a, d, c) <= 0 || turn(d, b, c) <= 0 || !isInCircle(a, b, c, d)) continue;
    turns -= 1;
    owner.delete(key(from, to));
    owner.delete(key(to, from));
    triangles[one] = [from, opposite, tip];
    triangles[other] = [opposite, to, tip];
    own(one);
    own(other);
    edges.push([from, opposite], [opposite, to], [to, tip], [tip, from]);
  }
  return triangles;
}

const tipOf = (triangle: Triangle, from: number, to: number): number =>
  triangle.find((corner) => corner !== from && corner !== to)!;

/** Whether `d` is clearly in the circle of a triangle that runs as the axes do. */
function isInCircle(a: Position, b: Position, c: Position, [x, y]: Position): boolean {
  const [ax, ay, bx, by, cx, cy] = [a[0] - x, a[1] - y, b[0] - x, b[1] - y, c[0] - x, c[1] - y];
  const [aa, bb, cc] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy];
  const value = ax * (by * cc - bb * cy) - ay * (bx * cc - bb * cx) + aa * (bx * cy - by * cx);
  return value > 1e-9 * Math.max(aa, bb, cc) ** 2;
}
