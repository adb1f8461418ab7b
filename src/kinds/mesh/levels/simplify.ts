import { MeshoptSimplifier } from 'meshoptimizer';
import { type Cell, valuesOf } from './cell.ts';
import { isTorn } from './islands.ts';
import type { Surface } from './surface.ts';

export interface Simplified {
  /** Three vertices of the surface each. */
  readonly triangles: Uint32Array;
  /** How far the surface lies off at most, in the units of the model. */
  readonly error: number;
}

/** No error is too large: a level has half the triangles of the one before. */
const ANY_ERROR = 1e30;
/** Weight of a change from one end of the colours to the other, in sides of the cell. */
const COLOUR_WEIGHT = 0.5;

/** Times the wanted triangles that are few enough. */
const ENOUGH = 1.1;

type Flag = 'ErrorAbsolute' | 'Permissive';

/**
 * Simplifies cells to half of their triangles with meshoptimizer, which takes vertices away and moves none: those that stay are those of
 * the model, so nodes fit beside each other.
 */
export async function createSimplifier(surface: Surface): Promise<(cell: Cell, locks: Uint8Array) => Simplified> {
  await MeshoptSimplifier.ready;
  const { positions, islands } = surface;
  return (cell, locks) => {
    const places = valuesOf(positions, 3, cell.vertices);
    const { values, weights } = attributesOf(surface, cell, places);
    const target = 3 * Math.ceil(cell.triangles.length / 6);
    const run = (triangles: Uint32Array, weighed: number[], flags: Flag[]) =>
      MeshoptSimplifier.simplifyWithAttributes(
        triangles,
        places,
        3,
        values,
        weights.length,
        weighed,
        locks,
        target,
        ANY_ERROR,
        flags,
      );
    // Normals and colours blend where vertices of one place are joined.
    let [found, error] = run(
      cell.triangles,
      weights,
      islands === null ? ['ErrorAbsolute', 'Permissive'] : ['ErrorAbsolute'],
    );
    if (islands !== null && found.length > ENOUGH * target) {
      // Pictures are torn; but what is left of thousands of islands would never be small.
      const [fewer, more] = run(found, [0, 0], ['ErrorAbsolute', 'Permissive']);
      [found, error] = [fewer, error + more];
    }
    // A node that nothing coarser stands for would never be found.
    const left = found.length > 0 ? found : largestOf(cell, places);
    const triangles = left.map((vertex) => cell.vertices[vertex]!);
    return { triangles, error: Math.max(error, islands === null ? 0 : tornSide(left, triangles, places, islands)) };
  };
}

/** Side of the triangles that are torn, by their share of the surface: they show one colour each. */
function tornSide(own: Uint32Array, triangles: Uint32Array, places: Float32Array, islands: Uint32Array): number {
  let [all, torn, count] = [0, 0, 0];
  for (let at = 0; at < triangles.length; at += 3) {
    const area = areaOf(places, 3, own, at);
    all += area;
    if (!isTorn(islands, triangles[at]!, triangles[at + 1]!, triangles[at + 2]!)) continue;
    torn += area;
    count += 1;
  }
  return torn === 0 ? 0 : (torn / all) * Math.sqrt((2 * torn) / count);
}

function largestOf({ triangles }: Cell, places: Float32Array): Uint32Array {
  let [largest, area] = [0, -1];
  for (let at = 0; at < triangles.length; at += 3) {
    const found = areaOf(places, 3, triangles, at);
    if (found > area) [largest, area] = [at, found];
  }
  return triangles.slice(largest, largest + 3);
}

interface Attributes {
  readonly values: Float32Array;
  readonly weights: number[];
}

/** What is kept beside the shape. Normals follow from it, and take a third of the time. */
function attributesOf({ uvs, colours, islands }: Surface, cell: Cell, places: Float32Array): Attributes {
  if (uvs !== null) {
    const values = valuesOf(uvs, 2, cell.vertices);
    const weight = hasTorn(cell, islands!) ? 0 : uvWeight(cell, places, values);
    return { values, weights: [weight, weight] };
  }
  if (colours === null) return { values: new Float32Array(), weights: [] };
  const values = new Float32Array(3 * cell.vertices.length);
  for (let vertex = 0; vertex < cell.vertices.length; vertex += 1)
    for (let part = 0; part < 3; part += 1)
      values[3 * vertex + part] = colours[4 * cell.vertices[vertex]! + part]! / 255;
  return { values, weights: [COLOUR_WEIGHT, COLOUR_WEIGHT, COLOUR_WEIGHT] };
}

function hasTorn({ triangles, vertices }: Cell, islands: Uint32Array): boolean {
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [vertices[triangles[at]!]!, vertices[triangles[at + 1]!]!, vertices[triangles[at + 2]!]!];
    if (isTorn(islands, a, b, c)) return true;
  }
  return false;
}

/** Cost of a slide on the surface, by its length: half as bad as a bend. The simplifier counts lengths in sides of the cell. */
const SLIDE = 0.5;

function uvWeight({ triangles }: Cell, places: Float32Array, uvs: Float32Array): number {
  let [surface, picture] = [0, 0];
  for (let at = 0; at < triangles.length; at += 3) {
    surface += areaOf(places, 3, triangles, at);
    picture += areaOf(uvs, 2, triangles, at);
  }
  const side = sideOf(places);
  const weight = (SLIDE * Math.sqrt(surface / picture)) / side;
  return Number.isFinite(weight) ? weight : 0;
}

/** Area of a triangle whose values have two or three parts a vertex. */
export function areaOf(values: Float32Array, width: 2 | 3, triangles: Uint32Array, at: number): number {
  const a = width * triangles[at]!;
  const b = width * triangles[at + 1]!;
  const c = width * triangles[at + 2]!;
  const bx = values[b]! - values[a]!;
  const by = values[b + 1]! - values[a + 1]!;
  const cx = values[c]! - values[a]!;
  const cy = values[c + 1]! - values[a + 1]!;
  const z = bx * cy - by * cx;
  if (width === 2) return Math.abs(z) / 2;
  const bz = values[b + 2]! - values[a + 2]!;
  const cz = values[c + 2]! - values[a + 2]!;
  const x = by * cz - bz * cy;
  const y = bz * cx - bx * cz;
  return Math.sqrt(x * x + y * y + z * z) / 2;
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
