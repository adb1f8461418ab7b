/** Points that are at least a distance apart. */
export interface NearPoints {
  /** Takes a point unless one that was taken is closer than the distance. @returns whether it was taken */
  take(x: number, y: number, z: number): boolean;
  /** Forgets points below a y: no later point is near them. */
  forgetBelow(y: number): void;
}

const NONE = -1;
const FIRST_ROOM = 4096;
/** Slots of the table for each point. */
const SLOTS = 2;

/** A hash table of cells as large as the distance: points that are near lie in the same cell, or one beside it. */
export function createNearPoints(distance: number): NearPoints {
  const square = distance * distance;
  let room = FIRST_ROOM;
  let count = 0;
  let places = new Float64Array(3 * room);
  let next = new Int32Array(room);
  let heads = new Int32Array(SLOTS * room).fill(NONE);

  const slotOf = (x: number, y: number, z: number): number =>
    ((Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663) ^ Math.imul(z, 83_492_791)) >>> 0) & (heads.length - 1);
  const cellOf = (value: number): number => Math.floor(value / distance);

  function link(index: number): void {
    const slot = slotOf(cellOf(places[3 * index]!), cellOf(places[3 * index + 1]!), cellOf(places[3 * index + 2]!));
    next[index] = heads[slot]!;
    heads[slot] = index;
  }

  function resize(points: number): void {
    room = points;
    const before = places;
    places = new Float64Array(3 * room);
    places.set(before.subarray(0, 3 * count));
    next = new Int32Array(room);
    heads = new Int32Array(SLOTS * room).fill(NONE);
    for (let index = 0; index < count; index += 1) link(index);
  }

  function hasNear(slot: number, x: number, y: number, z: number): boolean {
    for (let index = heads[slot]!; index !== NONE; index = next[index]!) {
      const [dx, dy, dz] = [places[3 * index]! - x, places[3 * index + 1]! - y, places[3 * index + 2]! - z];
      if (dx * dx + dy * dy + dz * dz < square) return true;
    }
    return false;
  }

  return {
    take(x, y, z) {
      const [cellX, cellY, cellZ] = [cellOf(x), cellOf(y), cellOf(z)];
      for (let dx = -1; dx <= 1; dx += 1)
        for (let dy = -1; dy <= 1; dy += 1)
          for (let dz = -1; dz <= 1; dz += 1)
            if (hasNear(slotOf(cellX + dx, cellY + dy, cellZ + dz), x, y, z)) return false;
      if (count === room) resize(2 * room);
      places.set([x, y, z], 3 * count);
      link(count);
      count += 1;
      return true;
    },
    forgetBelow(y) {
      let kept = 0;
      for (let index = 0; index < count; index += 1) {
        if (places[3 * index + 1]! < y) continue;
        places.copyWithin(3 * kept, 3 * index, 3 * index + 3);
        kept += 1;
      }
      count = kept;
      resize(Math.max(FIRST_ROOM, 2 ** Math.ceil(Math.log2(2 * Math.max(1, count)))));
    },
  };
}
