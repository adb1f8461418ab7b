import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  Sphere,
  Texture,
  Vector3,
} from 'three';
import type { NexusNode } from '../../../../../src/kinds/mesh/nexus/nexus-head.ts';
import type { Held } from '../../../scene/core/layer-view.ts';
import { bytesOfMesh } from '../decode/mesh-arrays.ts';
import type { MeshArrays } from '../decode/mesh-messages.ts';
import type { TriangleRange } from '../nexus/node-cut.ts';
import type { MeshMaterial } from './mesh-material.ts';

/** A node on the graphics card. */
export type LoadedMesh = {
  readonly number: number;
  readonly node: NexusNode;
  readonly arrays: MeshArrays;
  readonly object: Mesh;
  readonly picture: Texture | null;
  readonly bytes: number;
};

export type ShownMesh = { readonly loaded: LoadedMesh; readonly ranges: readonly TriangleRange[] };

/** The nodes that are there. Those that were not needed for the longest are freed first. */
export type LoadedMeshes = {
  readonly group: Group;
  readonly has: (number: number) => boolean;
  /** Bytes of a node that is or was there. */
  readonly knownBytes: (number: number) => number | undefined;
  readonly add: (number: number, node: NexusNode, arrays: MeshArrays, picture: ImageBitmap | null) => void;
  /**
   * Shows these parts of nodes alone.
   *
   * @param needed nodes that stay @param mostBytes of all nodes that are there
   */
  readonly show: (
    parts: ReadonlyMap<number, readonly TriangleRange[]>,
    needed: readonly number[],
    mostBytes: number,
  ) => void;
  readonly shown: () => readonly ShownMesh[];
  readonly held: () => Held;
  readonly dispose: () => void;
};

/** A picture with its halved levels. */
const PICTURE_BYTES = (4 * 4) / 3;
/** Ground that is seen at a low angle stays sharp. */
const ANISOTROPY = 4;

export function createLoadedMeshes(material: MeshMaterial): LoadedMeshes {
  const group = new Group();
  /** In the order in which they were last needed. */
  const meshes = new Map<number, LoadedMesh>();
  const known = new Map<number, number>();
  let bytes = 0;
  let shown: readonly ShownMesh[] = [];
  const free = ({ number, object, picture, bytes: own }: LoadedMesh): void => {
    meshes.delete(number);
    group.remove(object);
    object.geometry.dispose();
    picture?.dispose();
    bytes -= own;
  };
  const hideAll = (): void => {
    for (const { loaded } of shown) loaded.object.visible = false;
  };
  const touch = (number: number): void => {
    const loaded = meshes.get(number);
    if (loaded === undefined) return;
    meshes.delete(number);
    meshes.set(number, loaded);
  };
  return {
    group,
    has: (number) => meshes.has(number),
    knownBytes: (number) => known.get(number),
    add(number, node, arrays, bitmap) {
      const picture = bitmap === null ? null : pictureOf(bitmap);
      const object = objectOf(node, arrays, picture, material);
      const own = bytesOfMesh(arrays) + (bitmap === null ? 0 : Math.ceil(PICTURE_BYTES * bitmap.width * bitmap.height));
      meshes.set(number, { number, node, arrays, object, picture, bytes: own });
      known.set(number, own);
      group.add(object);
      bytes += own;
    },
    show(parts, needed, mostBytes) {
      hideAll();
      shown = [...parts].flatMap(([number, ranges]) => {
        const loaded = meshes.get(number);
        return loaded === undefined || ranges.length === 0 ? [] : [{ loaded, ranges }];
      });
      for (const { loaded, ranges } of shown) showRanges(loaded.object, ranges, material);
      for (const number of needed) touch(number);
      const kept = new Set(needed);
      for (const loaded of meshes.values()) {
        if (bytes <= mostBytes || kept.has(loaded.number)) break;
        free(loaded);
      }
    },
    shown: () => shown,
    held: () => ({ points: shown.reduce((sum, { ranges }) => sum + trianglesOf(ranges), 0), bytes }),
    dispose() {
      for (const loaded of meshes.values()) free(loaded);
      shown = [];
    },
  };
}

const trianglesOf = (ranges: readonly TriangleRange[]): number => ranges.reduce((sum, { count }) => sum + count, 0);

function pictureOf(bitmap: ImageBitmap): Texture {
  const picture = new Texture(bitmap);
  picture.flipY = false;
  picture.magFilter = LinearFilter;
  picture.minFilter = LinearMipmapLinearFilter;
  picture.anisotropy = ANISOTROPY;
  picture.needsUpdate = true;
  // The graphics card has it now.
  picture.onUpdate = () => bitmap.close();
  picture.addEventListener('dispose', () => bitmap.close());
  return picture;
}

function objectOf(node: NexusNode, arrays: MeshArrays, picture: Texture | null, material: MeshMaterial): Mesh {
  const { positions, normals, colours, uvs, corners } = arrays;
  const geometry = new BufferGeometry();
  geometry.setIndex(new BufferAttribute(corners, 1));
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  if (normals !== null) geometry.setAttribute('normal', new BufferAttribute(normals, 4, true));
  if (colours !== null) geometry.setAttribute('colour', new BufferAttribute(colours, 4, true));
  if (uvs !== null) geometry.setAttribute('uv', new BufferAttribute(uvs, 2));
  geometry.boundingSphere = new Sphere(new Vector3(...node.centre), node.tight);
  const object = new Mesh(geometry, [...material.passes()]);
  object.visible = false;
  object.onBeforeRender = () => material.setPicture(picture);
  return object;
}

function showRanges(object: Mesh, ranges: readonly TriangleRange[], material: MeshMaterial): void {
  const passes = material.passes();
  object.material = [...passes];
  object.geometry.clearGroups();
  passes.forEach((_, pass) => {
    for (const { start, count } of ranges) object.geometry.addGroup(3 * start, 3 * count, pass);
  });
  object.visible = true;
}
