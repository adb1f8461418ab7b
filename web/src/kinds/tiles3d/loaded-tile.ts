import type { Tile } from '3d-tiles-renderer/core';
import type { TilesRenderer } from '3d-tiles-renderer/three';
import type { BufferGeometry, Object3D, Sphere, Vector3 } from 'three';

/** A tile, with what the renderer notes of it beside what its types say. */
export type LoadedTile = Tile & {
  readonly engineData: {
    readonly scene: Object3D | null;
    readonly boundingVolume: {
      readonly getSphere: (target: Sphere) => void;
      readonly distanceToPoint: (point: Vector3) => number;
    };
  };
};

/** A surface; one that is drawn many times counts them. */
type Surface = Object3D & { readonly geometry: BufferGeometry; readonly count?: number };

export const isMesh = (object: Object3D): object is Surface => 'isMesh' in object;

/** The tiles that are drawn. */
export const visibleTiles = ({ visibleTiles: tiles }: Pick<TilesRenderer, 'visibleTiles'>): ReadonlySet<LoadedTile> =>
  tiles as ReadonlySet<Tile> as ReadonlySet<LoadedTile>;
