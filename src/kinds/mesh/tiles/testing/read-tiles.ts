import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tiles3DLoader } from '@loaders.gl/3d-tiles';

interface JsonTile {
  readonly boundingVolume: { readonly box: readonly number[] };
  readonly geometricError: number;
  readonly content?: { readonly uri: string };
  readonly children?: readonly JsonTile[];
  readonly transform?: readonly number[];
}

export interface JsonTileset {
  readonly geometricError: number;
  readonly root: JsonTile;
}

/** A tile as a viewer has it: places in the tileset, z up. */
export interface ReadTile {
  readonly uri: string;
  readonly json: JsonTile;
  /** Tiles around it, from the root on. */
  readonly above: readonly JsonTile[];
  readonly glb: Buffer;
  readonly positions: Float64Array;
  readonly colours: Uint16Array | null;
  readonly uvs: Float32Array | null;
  readonly triangles: Uint32Array;
  readonly picture: Buffer | null;
}

export const readTileset = async (folder: string): Promise<JsonTileset> =>
  JSON.parse(await readFile(join(folder, 'tileset.json'), 'utf8')) as JsonTileset;

/** Reads all tiles of a tileset. */
export async function readTiles(folder: string): Promise<readonly ReadTile[]> {
  const tiles: ReadTile[] = [];
  const visit = async (json: JsonTile, above: readonly JsonTile[]): Promise<void> => {
    if (json.content !== undefined) {
      const glb = await readFile(join(folder, json.content.uri));
      tiles.push({ uri: json.content.uri, json, above, glb, ...readGlb(glb) });
    }
    for (const child of json.children ?? []) await visit(child, [...above, json]);
  };
  await visit((await readTileset(folder)).root, []);
  return tiles;
}

interface GltfJson {
  readonly nodes: readonly [{ readonly translation?: readonly [number, number, number] }];
  readonly meshes: readonly [
    { readonly primitives: readonly [{ readonly attributes: Record<string, number>; readonly indices: number }] },
  ];
  readonly accessors: readonly { readonly bufferView: number; readonly componentType: number }[];
  readonly bufferViews: readonly { readonly byteOffset: number; readonly byteLength: number }[];
  readonly images?: readonly [{ readonly bufferView: number }];
}

function readGlb(glb: Buffer): Omit<ReadTile, 'uri' | 'json' | 'above' | 'glb'> {
  const length = glb.readUInt32LE(12);
  const json = JSON.parse(glb.toString('utf8', 20, 20 + length)) as GltfJson;
  const view = (number: number): ArrayBuffer => {
    const { byteOffset, byteLength } = json.bufferViews[number]!;
    return new Uint8Array(glb.subarray(28 + length + byteOffset, 28 + length + byteOffset + byteLength)).buffer;
  };
  const [{ attributes, indices }] = json.meshes[0].primitives;
  const values = (name: string): ArrayBuffer | null =>
    attributes[name] === undefined ? null : view(json.accessors[attributes[name]]!.bufferView);
  const { bufferView, componentType } = json.accessors[indices]!;
  const [x, y, z] = json.nodes[0].translation ?? [0, 0, 0];
  const floats = new Float32Array(values('POSITION')!);
  const positions = new Float64Array(floats.length);
  for (let at = 0; at < floats.length; at += 3)
    positions.set([floats[at]! + x, -(floats[at + 2]! + z), floats[at + 1]! + y], at);
  const [colours, uvs] = [values('COLOR_0'), values('TEXCOORD_0')];
  return {
    positions,
    colours: colours && new Uint16Array(colours),
    uvs: uvs && new Float32Array(uvs),
    triangles:
      componentType === 5123 ? Uint32Array.from(new Uint16Array(view(bufferView))) : new Uint32Array(view(bufferView)),
    picture: json.images === undefined ? null : Buffer.from(view(json.images[0].bufferView)),
  };
}

type Loader = (bytes: ArrayBuffer, options: object, context: object) => Promise<unknown>;

/** What the library calls other loaders with: here those it brings itself. */
const contextOf = (folder: string, path: string): object => ({
  url: path,
  baseUrl: folder,
  _parse: (bytes: ArrayBuffer, loader: { readonly parse: Loader }, options: object, context: object) =>
    loader.parse(bytes, options, context),
});

interface LoadedTile {
  readonly contentUrl?: string;
  readonly children: readonly LoadedTile[];
}
interface LoadedContent {
  readonly gltf: {
    readonly meshes: readonly { readonly primitives: readonly { readonly indices: { readonly count: number } }[] }[];
  };
}

/** Triangles that loaders.gl finds in all tiles of a tileset. */
export async function countByLoaders(folder: string): Promise<number> {
  const load = Tiles3DLoader.parse as unknown as Loader;
  const read = async (path: string, options: object): Promise<unknown> =>
    load(new Uint8Array(await readFile(path)).buffer, options, contextOf(folder, path));
  const tileset = await read(join(folder, 'tileset.json'), { '3d-tiles': { isTileset: true } });
  let corners = 0;
  const visit = async ({ contentUrl, children }: LoadedTile): Promise<void> => {
    if (contentUrl) {
      const options = { '3d-tiles': { isTileset: false, loadGLTF: true }, gltf: { loadImages: false } };
      const { gltf } = (await read(contentUrl, options)) as LoadedContent;
      corners += gltf.meshes[0]!.primitives[0]!.indices.count;
    }
    for (const child of children) await visit(child);
  };
  await visit((tileset as { readonly root: LoadedTile }).root);
  return corners / 3;
}
