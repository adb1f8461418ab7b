import type { GeoBounds, GeoGeometry } from '../../../geodata/geometry.ts';
import type { SpatialOperator } from '../../../geodata/planar/relations.ts';

export const COMPARISONS = ['=', '<>', '<', '<=', '>', '>='] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * A condition on features, whatever language it was written in (FES, CQL2). Null compares as in SQL: a comparison with it is
 * neither true nor false, and what is not true does not match.
 */
export type Filter =
  | { readonly op: 'and' | 'or'; readonly args: readonly Filter[] }
  | { readonly op: 'not'; readonly arg: Filter }
  | { readonly op: 'constant'; readonly value: boolean }
  | { readonly op: Comparison; readonly left: Scalar; readonly right: Scalar; readonly ignoreCase?: boolean }
  | { readonly op: 'between'; readonly value: Scalar; readonly lower: Scalar; readonly upper: Scalar }
  | LikeFilter
  | { readonly op: 'in'; readonly value: Scalar; readonly list: readonly Scalar[] }
  | { readonly op: 'null'; readonly value: Scalar }
  | { readonly op: 'ids'; readonly ids: readonly number[] }
  | { readonly op: 'bbox'; readonly box: GeoBounds }
  | { readonly op: SpatialOperator; readonly geometry: GeoGeometry };

/** `%` in the pattern is any text, `_` one character, and `\` takes the meaning from the next character. */
export interface LikeFilter {
  readonly op: 'like';
  readonly value: Scalar;
  readonly pattern: string;
  readonly ignoreCase?: boolean;
}

/** A value to compare. The geometry is none: it is what the spatial relations are about. */
export type Scalar =
  | { readonly property: string }
  | { readonly literal: string | number | boolean }
  /** An instant or a day, `2020-01-02T03:04:05Z` or `2020-01-02`: what it is compared with is read as a moment as well. */
  | { readonly moment: string }
  | { readonly op: '+' | '-' | '*' | '/'; readonly left: Scalar; readonly right: Scalar };
