type TakeTriangle = (a: number, b: number, c: number) => void;

/** Takes corners, one after the other. */
export type TakeCorner = (corner: number) => void;

/** Modes of primitives that are triangles, as glTF numbers them. */
export const [TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN] = [4, 5, 6] as const;

/** Makes triangles of the corners of a primitive. */
export function assembleTriangles(mode: number, take: TakeTriangle): TakeCorner {
  if (mode === TRIANGLE_STRIP) return assembleStrip(take);
  return mode === TRIANGLE_FAN ? assembleFan(take) : assembleList(take);
}

function assembleList(take: TakeTriangle): TakeCorner {
  let [a, b, count] = [0, 0, 0];
  return (corner) => {
    if (count === 0) a = corner;
    else if (count === 1) b = corner;
    else take(a, b, corner);
    count = (count + 1) % 3;
  };
}

/** Every second triangle of a strip turns the other way. */
export function assembleStrip(take: TakeTriangle): TakeCorner {
  let [a, b, count] = [0, 0, 0];
  return (corner) => {
    if (count >= 2) {
      if (count % 2 === 0) take(a, b, corner);
      else take(b, a, corner);
    }
    a = b;
    b = corner;
    count += 1;
  };
}

function assembleFan(take: TakeTriangle): TakeCorner {
  let [first, before, count] = [0, 0, 0];
  return (corner) => {
    if (count === 0) first = corner;
    else if (count >= 2) take(first, before, corner);
    before = corner;
    count += 1;
  };
}
