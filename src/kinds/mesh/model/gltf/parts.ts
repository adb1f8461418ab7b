import { type JsonObject, objectsAt } from '../../../../geodata/bounded-json.ts';
import type { GltfDocument } from '../../read/gltf-document.ts';

const KEYS = ['buffers', 'bufferViews', 'accessors', 'meshes', 'materials', 'textures', 'images'] as const;

/** The lists of a glTF description, each looked up once. */
export type GltfParts = Readonly<Record<(typeof KEYS)[number], readonly JsonObject[]>> & {
  readonly document: GltfDocument;
};

export const partsOf = (document: GltfDocument): GltfParts => ({
  ...(Object.fromEntries(KEYS.map((key) => [key, objectsAt(document.json, key)])) as Omit<GltfParts, 'document'>),
  document,
});
