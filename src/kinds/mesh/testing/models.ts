import { PLAIN, type TriangleModel } from '../model/triangle-model.ts';

/** Vertices that are named by what they are, and triangles of them. */
function modelOf(more: Partial<TriangleModel> = {}) {
  const numbers = new Map<string, number>();
  const positions: number[] = [];
  const uvs: number[] = [];
  const triangles: number[] = [];
  return {
    /** @param name each has one vertex */
    vertex(name: string, place: readonly [number, number, number], uv?: readonly [number, number]): number {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      const number = positions.length / 3;
      numbers.set(name, number);
      positions.push(...place);
      if (uv !== undefined) uvs.push(...uv);
      return number;
    },
    triangle(a: number, b: number, c: number): void {
      triangles.push(a, b, c);
    },
    finish(): TriangleModel {
      return {
        origin: [0, 0, 0],
        positions: Float32Array.from(positions),
        normals: null,
        colours: null,
        uvs: uvs.length === 0 ? null : Float32Array.from(uvs),
        triangles: Uint32Array.from(triangles),
        materialOf: new Uint32Array(triangles.length / 3),
        materials: [PLAIN],
        warnings: [],
        ...more,
      };
    },
  };
}

/** A height that has no pattern, and is the same at every call. */
const heightOf = (x: number, y: number): number =>
  3 * Math.sin(x * 0.11) + 2 * Math.cos(y * 0.13) + 0.4 * Math.sin(1.7 * x + 2.3 * y) + 0.2 * Math.sin(x * y * 0.31);

/**
 * A hilly square of two triangles a cell, from 0 to `side`.
 *
 * @param island cells of the side of a part that has a place of its own in the picture; without it, there are no pictures
 */
export function terrain(side: number, island?: number): TriangleModel {
  const model = modelOf();
  const across = island === undefined ? 1 : Math.ceil(side / island);
  const corner = (x: number, y: number, cellX: number, cellY: number): number => {
    const place = [x, y, heightOf(x, y)] as const;
    if (island === undefined) return model.vertex(`${x} ${y}`, place);
    const [column, row] = [Math.floor(cellX / island), Math.floor(cellY / island)];
    const [left, low] = slotOf(column, row, across);
    const uv = [
      (left + MARGIN + ((1 - 2 * MARGIN) * (x - column * island)) / island) / across,
      (low + MARGIN + ((1 - 2 * MARGIN) * (y - row * island)) / island) / across,
    ] as const;
    return model.vertex(`${x} ${y} ${column} ${row}`, place, uv);
  };
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const [a, b] = [corner(x, y, x, y), corner(x + 1, y, x, y)];
      const [c, d] = [corner(x, y + 1, x, y), corner(x + 1, y + 1, x, y)];
      model.triangle(a, b, c);
      model.triangle(b, d, c);
    }
  return model.finish();
}

/** Part of a picture that an island leaves empty at each side. */
const MARGIN = 0.1;

/** Islands lie apart in the picture, in another order than on the ground. */
function slotOf(column: number, row: number, across: number): readonly [left: number, low: number] {
  const slot = (column + across * row) * 7919;
  return [slot % across, Math.floor(slot / across) % across];
}

/**
 * A picture for `terrain` by which the ground has soft colours, whatever its islands are: pixels of three bands, row by row.
 *
 * @param pixels of its side
 */
export function groundPixels(side: number, island: number, pixels: number): Buffer {
  const across = Math.ceil(side / island);
  const islands = new Map<string, readonly [number, number]>();
  for (let row = 0; row < across; row += 1)
    for (let column = 0; column < across; column += 1) islands.set(slotOf(column, row, across).join(), [column, row]);
  const ground = (part: number, slot: number, start: number): number =>
    (start + (part - slot - MARGIN) / (1 - 2 * MARGIN)) * (island / side);
  const data = Buffer.alloc(3 * pixels * pixels);
  for (let row = 0; row < pixels; row += 1)
    for (let column = 0; column < pixels; column += 1) {
      const [u, v] = [((column + 0.5) / pixels) * across, (1 - (row + 0.5) / pixels) * across];
      const slot = [Math.floor(u), Math.floor(v)] as const;
      const [left, low] = islands.get(slot.join())!;
      const [x, y] = [ground(u, slot[0], left), ground(v, slot[1], low)];
      for (let band = 0; band < 3; band += 1)
        data[3 * (column + pixels * row) + band] = 128 + 60 * Math.sin(9 * x + 2 * band) + 60 * Math.cos(7 * y + band);
    }
  return data;
}

/** A ball of radius 1 without a border: `rings` from pole to pole, twice as many around. */
export function ball(rings: number): TriangleModel {
  const model = modelOf();
  const corner = (ring: number, step: number): number => {
    const around = ring === 0 || ring === rings ? 0 : (step + 2 * rings) % (2 * rings);
    const [down, turn] = [(Math.PI * ring) / rings, (Math.PI * around) / rings];
    const ringed = ring === 0 || ring === rings ? 0 : Math.sin(down);
    return model.vertex(`${ring} ${around}`, [ringed * Math.cos(turn), ringed * Math.sin(turn), Math.cos(down)]);
  };
  for (let ring = 0; ring < rings; ring += 1)
    for (let step = 0; step < 2 * rings; step += 1) {
      const [a, b] = [corner(ring, step), corner(ring, step + 1)];
      const [c, d] = [corner(ring + 1, step), corner(ring + 1, step + 1)];
      if (ring > 0) model.triangle(a, c, b);
      if (ring < rings - 1) model.triangle(b, c, d);
    }
  return model.finish();
}

/** The same triangles, each with three vertices of its own. */
export function unjoined(model: TriangleModel): TriangleModel {
  const spread = <A extends Float32Array | Uint8Array>(values: A | null, width: number): A | null => {
    if (values === null) return null;
    const found = new (values.constructor as new (length: number) => A)(width * model.triangles.length);
    model.triangles.forEach((vertex, corner) =>
      found.set(values.subarray(width * vertex, width * vertex + width), width * corner),
    );
    return found;
  };
  return {
    ...model,
    positions: spread(model.positions, 3)!,
    normals: spread(model.normals, 3),
    colours: spread(model.colours, 4),
    uvs: spread(model.uvs, 2),
    triangles: model.triangles.map((_, corner) => corner),
  };
}

/** With a normal for each face, so that no two triangles share a vertex. */
export function litByFaces(model: TriangleModel): TriangleModel {
  const apart = unjoined(model);
  const normals = new Float32Array(apart.positions.length);
  for (let at = 0; at < normals.length; at += 9) {
    const [a, b, c] = [0, 3, 6].map((corner) => apart.positions.subarray(at + corner, at + corner + 3)) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    const [u, v] = [b.map((value, axis) => value - a[axis]!), c.map((value, axis) => value - a[axis]!)];
    const normal = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
    const length = Math.hypot(...normal) || 1;
    for (let corner = 0; corner < 9; corner += 1) normals[at + corner] = normal[corner % 3]! / length;
  }
  return { ...apart, normals };
}

/** With fins that stand on its edges, so that three and more triangles meet there. */
export function withFins(model: TriangleModel, count: number): TriangleModel {
  const [positions, triangles] = [[...model.positions], [...model.triangles]];
  for (let fin = 0; fin < count; fin += 1) {
    const at = 3 * ((fin * 7919) % (model.triangles.length / 3));
    const [a, b] = [model.triangles[at]!, model.triangles[at + 1]!];
    const tip = positions.length / 3;
    positions.push(positions[3 * a]! + 0.4, positions[3 * a + 1]! + 0.3, positions[3 * a + 2]! + 1);
    triangles.push(a, b, tip);
  }
  return withTriangles(model, positions, triangles);
}

/** With a triangle without an area between the ends and the middle of some edges, as T-junctions are closed with. */
export function withSlivers(model: TriangleModel, count: number): TriangleModel {
  const [positions, triangles] = [[...model.positions], [...model.triangles]];
  for (let sliver = 0; sliver < count; sliver += 1) {
    const at = 3 * ((sliver * 7919) % (model.triangles.length / 3));
    const [a, b, c] = [triangles[at]!, triangles[at + 1]!, triangles[at + 2]!];
    const middle = positions.length / 3;
    for (let axis = 0; axis < 3; axis += 1) positions.push((positions[3 * a + axis]! + positions[3 * b + axis]!) / 2);
    // Cut in two at the middle of its first edge; the sliver closes the gap to the neighbour.
    triangles.splice(at, 3, a, middle, c);
    triangles.push(middle, b, c, a, b, middle);
  }
  // And corners that are no triangle at all.
  for (let corner = 0; corner < count; corner += 1) triangles.push(corner, corner, corner + 1);
  return withTriangles(model, positions, triangles);
}

function withTriangles(model: TriangleModel, positions: number[], triangles: number[]): TriangleModel {
  return {
    ...model,
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from(triangles),
    materialOf: new Uint32Array(triangles.length / 3),
  };
}

/** With a colour for each vertex, by its place. */
export function painted(model: TriangleModel): TriangleModel {
  const colours = new Uint8Array((4 * model.positions.length) / 3);
  for (let vertex = 0; vertex < colours.length / 4; vertex += 1) {
    const [x, y, z] = model.positions.subarray(3 * vertex, 3 * vertex + 3) as unknown as [number, number, number];
    colours.set([(37 * x) & 255, (53 * y) & 255, (97 * z) & 255, 255], 4 * vertex);
  }
  return { ...model, colours };
}

/** Triangles that touch each other nowhere. */
export function loose(count: number): TriangleModel {
  const positions: number[] = [];
  for (let triangle = 0; triangle < count; triangle += 1) {
    const [x, y, z] = [(triangle * 7919) % 101, (triangle * 104_729) % 103, (triangle * 1_299_709) % 107];
    positions.push(x, y, z, x + 0.5, y, z + 0.3, x, y + 0.5, z + 0.1);
  }
  const triangles = positions.slice(0, 3 * count).map((_, corner) => corner);
  return withTriangles(modelOf().finish(), positions, triangles);
}
