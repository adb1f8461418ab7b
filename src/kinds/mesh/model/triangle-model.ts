import type { Vector3 } from '../../../geodata/place/box.ts';

/** A model of triangles, as all readers give it. Corners that are alike in everything are one vertex. */
export interface TriangleModel {
  /** Where the zero of positions lies, in the units of the file. */
  readonly origin: Vector3;
  /** x, y, z of each vertex; z is up. */
  readonly positions: Float32Array;
  /** Unit vectors; null for none. */
  readonly normals: Float32Array | null;
  /**
   * Red, green, blue, alpha of each vertex; null for none. Multiplied by the colour and the picture of the material; where there
   * is no picture, the colour of the material is in them and the material is white.
   */
  readonly colours: Uint8Array | null;
  /** u, v of each vertex, from the bottom left corner of its picture; null if no material has a picture. */
  readonly uvs: Float32Array | null;
  /** Three vertices each, at three places. */
  readonly triangles: Uint32Array;
  /** Number of the material of each triangle. */
  readonly materialOf: Uint32Array;
  readonly materials: readonly Material[];
  /** What was left out or replaced, in whole sentences. */
  readonly warnings: readonly string[];
}

export interface Material {
  readonly name: string;
  /** Red, green, blue, alpha: 0 to 255, as pictures have them (sRGB). Pictures are multiplied by it. */
  readonly colour: Rgba;
  readonly texture: TextureSource | null;
}

export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** A picture: a file, or bytes inside the model. */
export type TextureSource = PictureFile | { readonly bytes: Uint8Array };

export interface PictureFile {
  readonly path: string;
  /** As the model calls it: uploaded files lie under names that tell nothing of their format. */
  readonly name?: string;
}

/** For faces that have neither a colour nor a picture. */
export const PLAIN: Material = { name: '', colour: [204, 204, 204, 255], texture: null };
export const WHITE: Rgba = [255, 255, 255, 255];
