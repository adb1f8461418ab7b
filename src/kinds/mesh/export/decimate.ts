import { MeshoptSimplifier } from 'meshoptimizer';
import { partition } from '../levels/partition.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import { surfaceDistance } from './surface-distance.ts';

/** How much is left of a model. */
export type Decimation =
  /** Share of the triangles to keep, 0 to 1. */
  | { readonly share: number }
  /** How far the surface may move at most, in the units of the model. */
  | { readonly error: number };

export interface Decimated {
  readonly model: TriangleModel;
  /** How far the surface moved, measured at places all over both surfaces, in the units of the model. */
  readonly error: number;
}

export interface DecimationBounds {
  /** Triangles that are simplified as one: 2 million take about 420 MB. */
  readonly onePiece: number;
  /** Triangles of a cell of a larger model. */
  readonly cell: number;
}
const BOUNDS: DecimationBounds = { onePiece: 2_000_000, cell: 1_000_000 };

/** A model that has at most this share of triangles more than wanted is done: borders of cells keep some. */
const NEAR_ENOUGH = 1.02;
/** Times that a model is cut into cells, each time elsewhere: borders of one time lie inside of cells of the next. */
const MOST_ROUNDS = 4;
/** Parts of the allowed error that the rounds take: their errors add up. */
const ROUND_ERRORS = [0.6, 0.2, 0.1, 0.1] as const;
/** What is measured at places may be a little more between them. */
const MEASURED_SHARE = 0.9;
/** Times that an error is tried: the simplifier estimates it, and it may be larger somewhere. */
const MOST_TRIES = 6;
/** Shares of an estimate that failed which are tried next. */
const [SLOWEST, SHARPEST] = [0.3, 0.7] as const;
/** Estimates that are as near as this are alike. */
const NEAR = 1.2;
/** Weights of what is not place, for a change of one in sides of the model: pictures slide before surfaces bend. */
const [UV_WEIGHT, NORMAL_WEIGHT, COLOUR_WEIGHT] = [1, 0.2, 0.5] as const;
/** Changes of what is not place that count as much as an allowed error: a tenth of a picture. */
const ALLOWED_CHANGE = 0.1;
/** No error is too large where a share is asked for. */
const ANY_ERROR = 1e30;

type Progress = (share: number) => void;

/** A model whose vertices have one material each. */
type Seamed = TriangleModel & { readonly materialOfVertex: Uint32Array };

/**
 * Takes triangles away with meshoptimizer, which moves no vertex. Open borders stay as they are. Both sides of a seam between parts of a
 * picture, or between materials, are simplified alike, so that no crack opens; where only directions or colours differ, one of them stays.
 *
 * @param progress told of the share of the work that is done
 */
export async function decimate(
  whole: TriangleModel,
  wanted: Decimation,
  progress: Progress,
  bounds: DecimationBounds = BOUNDS,
): Promise<Decimated> {
  await MeshoptSimplifier.ready;
  const model = separateMaterials(whole);
  if ('share' in wanted) {
    const target = Math.max(1, Math.round((wanted.share * model.triangles.length) / 3));
    const triangles = simplify(model, { target, error: ANY_ERROR }, (share) => progress(0.8 * share), bounds);
    const error = surfaceDistance(model.positions, model.triangles, triangles);
    progress(1);
    return { model: keep(model, triangles), error };
  }
  return decimateToError(model, wanted.error, progress, bounds);
}

/**
 * The simplifier knows means of squares: what comes of it is measured, and tried again with another estimate. The best of the tries that
 * hold is taken: detail of one size goes all at once, so a little less may leave much more triangles.
 */
function decimateToError(model: Seamed, most: number, progress: Progress, bounds: DecimationBounds): Decimated {
  let [asked, holds, fails]: [number, number, number] = [most, 0, Infinity];
  let best: { readonly triangles: Uint32Array; readonly error: number } = { triangles: model.triangles, error: 0 };
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const triangles = simplify(
      model,
      { target: 0, error: asked },
      (share) => progress((attempt + share) / MOST_TRIES),
      bounds,
    );
    const error = surfaceDistance(model.positions, model.triangles, triangles);
    if (error > MEASURED_SHARE * most) {
      fails = asked;
      asked *= Math.min(SHARPEST, Math.max(SLOWEST, (MEASURED_SHARE * most) / error));
    } else {
      holds = asked;
      if (triangles.length < best.triangles.length) best = { triangles, error };
      if (fails === Infinity) break;
    }
    if (holds > 0) asked = Math.sqrt(holds * fails);
    if (fails < NEAR * holds) break;
  }
  progress(1);
  return { model: best.triangles === model.triangles ? model : keep(model, best.triangles), error: best.error };
}

interface Target {
  /** Triangles. */
  readonly target: number;
  readonly error: number;
}

function simplify(
  model: Seamed,
  { target, error }: Target,
  progress: Progress,
  { onePiece, cell }: DecimationBounds,
): Uint32Array {
  let { triangles } = model;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const count = triangles.length / 3;
    if (count <= NEAR_ENOUGH * target) break;
    const roundError =
      error === ANY_ERROR ? error : error * (count <= onePiece && round === 0 ? 1 : ROUND_ERRORS[round]!);
    const share = (done: number): void => progress((round + done) / MOST_ROUNDS);
    const next =
      count <= onePiece
        ? simplifyPiece(model, triangles, null, { target, error: roundError })
        : simplifyCells(model, triangles, round, cell, { target, error: roundError }, share);
    const isLast = count <= onePiece || next.length > 0.98 * triangles.length;
    triangles = next;
    if (isLast) break;
  }
  progress(1);
  return triangles;
}

/** Simplifies a model in cells. Vertices whose place lies in two of them stay. */
function simplifyCells(
  model: Seamed,
  triangles: Uint32Array,
  round: number,
  most: number,
  { target, error }: Target,
  progress: Progress,
): Uint32Array {
  const count = triangles.length / 3;
  const { list, ends } = partition(model.positions, triangles, most, round);
  const places = MeshoptSimplifier.generatePositionRemap(model.positions, 3);
  const shared = sharedPlaces(triangles, list, ends, places);
  const pieces: Uint32Array[] = [];
  ends.forEach((end, cell) => {
    const numbers = list.subarray(ends[cell - 1] ?? 0, end);
    const own = new Uint32Array(3 * numbers.length);
    numbers.forEach((triangle, at) => own.set(triangles.subarray(3 * triangle, 3 * triangle + 3), 3 * at));
    const locked = (vertex: number): number => shared[places[vertex]!]!;
    pieces.push(simplifyPiece(model, own, locked, { target: Math.round((target * numbers.length) / count), error }));
    progress(end / count);
  });
  return concatenated(pieces);
}

function concatenated(pieces: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** 1 for each place that lies in more than one cell. */
function sharedPlaces(
  triangles: Uint32Array,
  list: Uint32Array,
  ends: readonly number[],
  places: Uint32Array,
): Uint8Array {
  const cellOf = new Int32Array(places.length).fill(-1);
  const shared = new Uint8Array(places.length);
  ends.forEach((end, cell) => {
    for (let at = ends[cell - 1] ?? 0; at < end; at += 1)
      for (let corner = 0; corner < 3; corner += 1) {
        const place = places[triangles[3 * list[at]! + corner]!]!;
        if (cellOf[place] === -1) cellOf[place] = cell;
        else if (cellOf[place] !== cell) shared[place] = 1;
      }
  });
  return shared;
}

/** @param locked whether a vertex of the model stays. @returns vertices of the model */
function simplifyPiece(
  model: Seamed,
  triangles: Uint32Array,
  locked: ((vertex: number) => number) | null,
  { target, error }: Target,
): Uint32Array {
  const { vertices, local } = numbered(triangles, model.positions.length / 3);
  const places = new Float32Array(3 * vertices.length);
  vertices.forEach((vertex, index) => {
    for (let axis = 0; axis < 3; axis += 1) places[3 * index + axis] = model.positions[3 * vertex + axis]!;
  });
  const { values, weights } = attributesOf(model, vertices);
  // A change that is small for a picture may be large beside a small error.
  const share = error === ANY_ERROR ? 1 : Math.min(1, error / (ALLOWED_CHANGE * sideOf(places)));
  const [found] = MeshoptSimplifier.simplifyWithAttributes(
    local,
    places,
    3,
    values,
    weights.length,
    weights.map((weight) => weight * share),
    locksOf(model, vertices, places, locked),
    3 * Math.min(target, local.length / 3),
    error,
    ['LockBorder', 'ErrorAbsolute', 'Permissive'],
  );
  return found.map((index) => vertices[index]!);
}

function attributesOf(
  { uvs, normals, colours }: TriangleModel,
  vertices: Uint32Array,
): { readonly values: Float32Array; readonly weights: readonly number[] } {
  const columns = [
    { of: uvs, width: 2, used: 2, scale: 1, weight: UV_WEIGHT },
    { of: normals, width: 3, used: 3, scale: 1, weight: NORMAL_WEIGHT },
    { of: colours, width: 4, used: 3, scale: 1 / 255, weight: COLOUR_WEIGHT },
  ].filter((column) => column.of !== null);
  const weights = columns.flatMap(({ used, weight }) => Array.from({ length: used }, () => weight));
  const values = new Float32Array(weights.length * vertices.length);
  let first = 0;
  for (const { of, width, used, scale } of columns) {
    vertices.forEach((vertex, index) => {
      for (let part = 0; part < used; part += 1)
        values[weights.length * index + first + part] = of![width * vertex + part]! * scale;
    });
    first += used;
  }
  return { values, weights };
}

function sideOf(places: Float32Array): number {
  let side = 0;
  for (let axis = 0; axis < 3; axis += 1) {
    let [low, high] = [Infinity, -Infinity];
    for (let at = axis; at < places.length; at += 3) {
      if (places[at]! < low) low = places[at]!;
      if (places[at]! > high) high = places[at]!;
    }
    side = Math.max(side, high - low);
  }
  return side;
}

/** Bits of meshoptimizer: a vertex that stays, and one whose seam stays. */
const [STAYS, SEAM] = [1, 2] as const;

/** Places whose vertices differ in their picture or material are seams. */
function locksOf(
  { uvs, materialOfVertex }: Seamed,
  vertices: Uint32Array,
  places: Float32Array,
  locked: ((vertex: number) => number) | null,
): Uint8Array {
  const locks =
    locked === null ? new Uint8Array(vertices.length) : Uint8Array.from(vertices, (each) => STAYS * locked(each));
  const firsts = MeshoptSimplifier.generatePositionRemap(places, 3);
  const isSeam = new Uint8Array(vertices.length);
  firsts.forEach((first, index) => {
    if (first === index) return;
    const [one, other] = [vertices[first]!, vertices[index]!];
    const isOnePicture = uvs === null || (uvs[2 * one] === uvs[2 * other] && uvs[2 * one + 1] === uvs[2 * other + 1]);
    if (!isOnePicture || materialOfVertex[one] !== materialOfVertex[other]) isSeam[first] = 1;
  });
  firsts.forEach((first, index) => {
    if (isSeam[first] === 1) locks[index]! |= SEAM;
  });
  return locks;
}

/** Vertices of triangles with numbers of their own, in the order in which they occur. */
function numbered(triangles: Uint32Array, total: number): { vertices: Uint32Array; local: Uint32Array } {
  const numberOf = new Int32Array(total).fill(-1);
  const vertices = new Uint32Array(Math.min(total, triangles.length));
  let count = 0;
  const local = triangles.map((vertex) => {
    if (numberOf[vertex] === -1) {
      numberOf[vertex] = count;
      vertices[count] = vertex;
      count += 1;
    }
    return numberOf[vertex]!;
  });
  return { vertices: vertices.subarray(0, count), local };
}

/** The model with these triangles alone, and the vertices that they have. */
function keep({ materialOfVertex, ...model }: Seamed, triangles: Uint32Array): TriangleModel {
  const { positions, normals, colours, uvs } = model;
  const { vertices, local } = numbered(triangles, positions.length / 3);
  const chosen = <A extends Float32Array | Uint8Array>(values: A, width: number, made: A): A => {
    vertices.forEach((vertex, index) => {
      for (let part = 0; part < width; part += 1) made[width * index + part] = values[width * vertex + part]!;
    });
    return made;
  };
  return {
    ...model,
    positions: chosen(positions, 3, new Float32Array(3 * vertices.length)),
    normals: normals && chosen(normals, 3, new Float32Array(3 * vertices.length)),
    colours: colours && chosen(colours, 4, new Uint8Array(4 * vertices.length)),
    uvs: uvs && chosen(uvs, 2, new Float32Array(2 * vertices.length)),
    triangles: local,
    materialOf: Uint32Array.from({ length: triangles.length / 3 }, (_, at) => materialOfVertex[triangles[3 * at]!]!),
  };
}

function materialsOfVertices({ positions, triangles, materialOf }: TriangleModel): Uint32Array {
  const materials = new Uint32Array(positions.length / 3);
  triangles.forEach((vertex, at) => (materials[vertex] = materialOf[Math.floor(at / 3)]!));
  return materials;
}

/** A vertex of two materials becomes two: the simplifier knows triangles by their vertices. */
function separateMaterials(model: TriangleModel): Seamed {
  const { positions, normals, colours, uvs, triangles, materialOf } = model;
  const first = new Int32Array(positions.length / 3).fill(-1);
  const copies = new Map<string, number>();
  const sources: number[] = [];
  let changed: Uint32Array | null = null;
  triangles.forEach((vertex, at) => {
    const material = materialOf[Math.floor(at / 3)]!;
    if (first[vertex] === -1) first[vertex] = material;
    if (first[vertex] === material) return;
    const key = `${vertex} ${material}`;
    let copy = copies.get(key);
    if (copy === undefined) {
      copy = first.length + sources.length;
      copies.set(key, copy);
      sources.push(vertex);
    }
    changed ??= triangles.slice();
    changed[at] = copy;
  });
  if (changed === null)
    return { ...model, materialOfVertex: Uint32Array.from(first, (material) => Math.max(0, material)) };
  const longer = <A extends Float32Array | Uint8Array>(values: A, width: number, made: A): A => {
    made.set(values);
    sources.forEach((vertex, index) =>
      made.set(values.subarray(width * vertex, width * (vertex + 1)), values.length + width * index),
    );
    return made;
  };
  const count = first.length + sources.length;
  const separate = {
    ...model,
    positions: longer(positions, 3, new Float32Array(3 * count)),
    normals: normals && longer(normals, 3, new Float32Array(3 * count)),
    colours: colours && longer(colours, 4, new Uint8Array(4 * count)),
    uvs: uvs && longer(uvs, 2, new Float32Array(2 * count)),
    triangles: changed,
  };
  return { ...separate, materialOfVertex: materialsOfVertices(separate) };
}
