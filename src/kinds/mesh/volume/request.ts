import type { LengthUnit, MeshRequest, PlanePolygon } from '../mesh-input/request.ts';

/** What lies below a model. */
export type VolumeBase =
  /** Fitted to the heights of the model along the border of the area, or level at the lowest of these. */
  | { readonly kind: 'plane' | 'lowest' }
  /** In units of the model. */
  | { readonly kind: 'elevation'; readonly elevation: number }
  | { readonly kind: 'none' };

/** What the program `mesh-volume` is asked for. */
export interface MeshVolumeRequest extends MeshRequest {
  /** Null: all of the model. */
  readonly area: { readonly polygon: PlanePolygon; readonly isInDegrees: boolean } | null;
  readonly base: VolumeBase;
}

/** In the unit of lengths, its square and its cube. */
export interface BaseVolume {
  /** Area that was chosen; null for all of the model. */
  readonly area: number | null;
  /** The part of it without triangles; null for a closed body. */
  readonly areaWithoutHeights: number | null;
  /** Above the base: to be taken away. */
  readonly cut: number;
  /** Below the base: to be filled. Of a closed body: the part of it that lies below the base. */
  readonly fill: number;
  /** Cut less fill; of a closed body both together. */
  readonly net: number;
  readonly lowest: number;
  readonly highest: number;
  /** Height of the base in the middle of the area. */
  readonly baseHeight: number;
  /** Standard error of the volume by that of a fitted base; null for other bases. */
  readonly baseError: number | null;
}

export interface MeshVolumeAnswer {
  readonly unit: LengthUnit;
  readonly triangles: number;
  readonly isClosed: boolean;
  readonly openEdges: number;
  /** Edges beside which a triangle shows its front, and its neighbour its back. */
  readonly turnedEdges: number;
  /** Area of all triangles. */
  readonly surfaceArea: number;
  /** Null for a model that is not closed. */
  readonly enclosedVolume: number | null;
  /** Null where no base was asked for. */
  readonly overBase: BaseVolume | null;
  readonly warnings: readonly string[];
}
