import { isTouching } from '../geometry.ts';
import { EDGE as B, INSIDE as I, OUTSIDE as E } from './locate.ts';
import { matrixOf, type Matrix } from './matrix.ts';
import type { Shape } from './shape.ts';

/** Relations of a feature's geometry to a given one, as Simple Features has them. */
export const SPATIAL_OPERATORS = [
  'intersects',
  'disjoint',
  'within',
  'contains',
  'equals',
  'touches',
  'crosses',
  'overlaps',
] as const;
export type SpatialOperator = (typeof SPATIAL_OPERATORS)[number];

const meets = (m: Matrix): boolean => m[I][I] >= 0 || m[I][B] >= 0 || m[B][I] >= 0 || m[B][B] >= 0;
const isInside = (m: Matrix): boolean => m[I][I] >= 0 && m[I][E] < 0 && m[B][E] < 0;
const hasInside = (m: Matrix): boolean => m[I][I] >= 0 && m[E][I] < 0 && m[E][B] < 0;

type Relation = (m: Matrix, a: Shape, b: Shape) => boolean;

/** As Simple Features (ISO 19125-1, 6.1.15) define them. */
const RELATIONS: Readonly<Record<SpatialOperator, Relation>> = {
  intersects: meets,
  disjoint: (m) => !meets(m),
  within: isInside,
  contains: hasInside,
  equals: (m) => isInside(m) && hasInside(m),
  touches: (m) => m[I][I] < 0 && meets(m),
  crosses(m, a, b) {
    if (a.dimension < b.dimension) return m[I][I] >= 0 && m[I][E] >= 0;
    if (a.dimension > b.dimension) return m[I][I] >= 0 && m[E][I] >= 0;
    return a.dimension === 1 && m[I][I] === 0;
  },
  overlaps(m, a, b) {
    const least = a.dimension === 1 ? 1 : 0;
    return a.dimension === b.dimension && m[I][I] >= least && m[I][E] >= 0 && m[E][I] >= 0;
  },
};

/** When the answer cannot change any more, whatever else is found. */
const DECIDED: Readonly<Record<SpatialOperator, (m: Matrix) => boolean>> = {
  intersects: meets,
  disjoint: meets,
  within: (m) => m[I][E] >= 0 || m[B][E] >= 0,
  contains: (m) => m[E][I] >= 0 || m[E][B] >= 0,
  equals: (m) => m[I][E] >= 0 || m[B][E] >= 0 || m[E][I] >= 0 || m[E][B] >= 0,
  touches: (m) => m[I][I] >= 0,
  crosses: () => false,
  overlaps: () => false,
};

/** Whether a relation holds between two geometries. */
export function isRelated(operator: SpatialOperator, a: Shape, b: Shape): boolean {
  if (!isTouching(a.box, b.box)) return operator === 'disjoint';
  return RELATIONS[operator](matrixOf(a, b, DECIDED[operator]), a, b);
}
