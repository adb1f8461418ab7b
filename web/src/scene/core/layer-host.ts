import type { Object3D, WebGLRenderer } from 'three';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import type { FilePart } from '../../api/file-part.ts';
import type { Crs } from '../geometry/crs.ts';
import type { SceneFrame } from '../geometry/scene-frame.ts';
import type { Box } from '../geometry/triple.ts';
import type { ToldReference } from '../heights/height-reference.ts';

/** What a layer of one file is made of, and what it asks of its scene. */
export type LayerHost = DatasetHost & { readonly entry: Entry };

/** The same of a layer of many files. */
export type FilesHost = DatasetHost & {
  /** Which files of the dataset the layer shows. */
  readonly part: FilePart;
};

/** What each layer is made of, and what it asks of its scene. */
type DatasetHost = {
  readonly datasetRef: DatasetRef;
  readonly style: string;
  /** Tells the scene that something changed, so that it draws again. */
  readonly changed: () => void;
  /**
   * Gives a layer its place. The first layer decides on the frame of the scene. The frame that a layer gets is its own: heights
   * above the sea and above the ellipsoid have been brought together in it.
   *
   * @param told what heights of the file are above; null for what has none of its own
   * @returns null where the layer cannot be shown together with the others
   */
  readonly place: (crs: Crs | null, bounds: Box, told: ToldReference | null) => Promise<SceneFrame | null>;
  /** That of the scene so far; null before a layer has its place. */
  readonly frame: () => SceneFrame | null;
  /** Height of the ground at a place, in coordinates of the scene; null where there is none. */
  readonly groundAt: (x: number, y: number) => number | null;
  /**
   * What several layers draw together: splats of all files are sorted into one order. The first layer that asks makes it, the scene
   * draws it and frees it after its layers. To be called once the file has been asked for, as the graphics card gets ready meanwhile.
   */
  readonly share: <T extends SharedDrawing>(make: (renderer: WebGLRenderer) => T) => T;
};

export type SharedDrawing = {
  readonly object: Object3D;
  readonly dispose: () => void;
};
