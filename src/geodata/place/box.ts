export type Vector3 = readonly [x: number, y: number, z: number];

/** A box along the axes of its coordinate system. */
export interface Box3 {
  readonly min: Vector3;
  readonly max: Vector3;
}

/** Whether all six numbers are finite and no side is negative. */
export function isSoundBox({ min, max }: Box3): boolean {
  return [0, 1, 2].every((axis) => {
    const [low, high] = [min[axis] ?? NaN, max[axis] ?? NaN];
    return Number.isFinite(low) && Number.isFinite(high) && low <= high;
  });
}

/** Units from zero, and of its own reach, beyond which a file without a CRS has the coordinates of one. */
const [FAR_UNITS, FAR_REACHES] = [10_000, 4] as const;

/** Whether coordinates of a file that names no CRS are those of one, which its owner may know. */
export function isFarFromZero({ min, max }: Box3): boolean {
  const away = Math.hypot(...[0, 1].map((axis) => Math.max(min[axis]!, -max[axis]!, 0)));
  return away > Math.max(FAR_UNITS, FAR_REACHES * Math.hypot(max[0] - min[0], max[1] - min[1]));
}

/** Corners in an order that goes around below, then around above. */
export function cornersOf({ min: [west, south, low], max: [east, north, high] }: Box3): readonly Vector3[] {
  const around = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ] as const;
  return [low, high].flatMap((z) => around.map(([x, y]): Vector3 => [x, y, z]));
}

/** A box that grows around the positions it is given; positions that are not finite are left out and counted. */
export interface GrowingBox {
  add(x: number, y: number, z: number): void;
  /** Null until a position was added. */
  box(): Box3 | null;
  /** Positions that were not finite numbers. */
  leftOut(): number;
}

export function growingBox(): GrowingBox {
  let [minX, minY, minZ, maxX, maxY, maxZ] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  let bad = 0;
  return {
    add(x, y, z) {
      if (!Number.isFinite(x) || !Number.isFinite(y) || !Number.isFinite(z)) {
        bad += 1;
        return;
      }
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
      if (z < minZ) minZ = z;
      if (z > maxZ) maxZ = z;
    },
    box: () => (minX > maxX ? null : { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] }),
    leftOut: () => bad,
  };
}

/** The box around some positions; null when there is none that is finite. */
export function boxAround(positions: Iterable<Vector3>): Box3 | null {
  const growing = growingBox();
  for (const [x, y, z] of positions) growing.add(x, y, z);
  return growing.box();
}
