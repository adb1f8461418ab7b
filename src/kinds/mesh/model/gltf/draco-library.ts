import { createRequire } from 'node:module';

/** What is used of draco3dgltf, which has no types. Objects are freed by `destroy`. */
export interface DracoLibrary {
  readonly Decoder: new () => DracoDecoder;
  readonly Mesh: new () => DracoMesh;
  readonly HEAPU8: Uint8Array;
  readonly DT_INT8: number;
  readonly DT_UINT8: number;
  readonly DT_INT16: number;
  readonly DT_UINT16: number;
  readonly DT_UINT32: number;
  readonly DT_FLOAT32: number;
  destroy(object: object): void;
  _malloc(bytes: number): number;
  _free(place: number): void;
}

export interface DracoMesh {
  num_points(): number;
  num_faces(): number;
}

export interface DracoAttribute {
  readonly ptr: number;
  num_components(): number;
}

export interface DracoDecoder {
  DecodeArrayToMesh(bytes: Uint8Array, length: number, mesh: DracoMesh): { ok(): boolean; error_msg(): string };
  GetAttributeByUniqueId(mesh: DracoMesh, id: number): DracoAttribute;
  GetAttributeDataArrayForAllPoints(
    mesh: DracoMesh,
    attribute: DracoAttribute,
    type: number,
    bytes: number,
    place: number,
  ): boolean;
  GetTrianglesUInt32Array(mesh: DracoMesh, bytes: number, place: number): boolean;
}

interface DracoPackage {
  createDecoderModule(options: object): Promise<DracoLibrary>;
}

/** Loads the decoder; models without Draco do without it. */
export const loadDraco = (): Promise<DracoLibrary> =>
  (createRequire(import.meta.url)('draco3dgltf') as DracoPackage).createDecoderModule({});
