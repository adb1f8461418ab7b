import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  Texture,
  type Material,
} from 'three';
import type { Held } from '../../../scene/core/layer-view.ts';
import type { Triple } from '../../../scene/geometry/triple.ts';
import type { SquareArrays } from './square-mesh.ts';
import type { TerrainMaterial } from './terrain-material.ts';

/** A square in the memory of the graphics card. */
export type LoadedSquare = {
  readonly mesh: Mesh<BufferGeometry, Material[]>;
  readonly surface: number;
  readonly bytes: number;
};

/** Bytes of a pixel, with the smaller pictures made of it. */
const PIXEL_BYTES = 4 * (4 / 3);
/** Seen from the side a picture stays sharp. */
const ANISOTROPY = 4;

/** Meshes of squares and their pictures: which are there, and which are drawn. */
export function createSquares(material: TerrainMaterial) {
  const group = new Group();
  const squares = new Map<string, LoadedSquare>();
  const pictures = new Map<string, Texture<ImageBitmap>>();
  const drop = (key: string): void => {
    const loaded = squares.get(key);
    if (loaded === undefined) return;
    group.remove(loaded.mesh);
    loaded.mesh.geometry.dispose();
    squares.delete(key);
  };
  const dropPicture = (key: string): void => {
    const picture = pictures.get(key);
    picture?.dispose();
    picture?.image.close();
    pictures.delete(key);
  };
  const bytes = (): number =>
    [...squares.values()].reduce((sum, loaded) => sum + loaded.bytes, 0) +
    [...pictures.values()].reduce((sum, { image }) => sum + image.width * image.height * PIXEL_BYTES, 0);
  const shown = (): readonly LoadedSquare[] => [...squares.values()].filter(({ mesh }) => mesh.visible);
  return {
    group,
    shown,
    has: (key: string): boolean => squares.has(key),
    hasPicture: (key: string): boolean => pictures.has(key),
    held: (): Held => ({ points: shown().reduce((sum, { surface }) => sum + surface, 0), bytes: bytes() }),
    addPicture(key: string, image: ImageBitmap): void {
      const picture = new Texture(image);
      picture.flipY = false;
      picture.generateMipmaps = true;
      [picture.minFilter, picture.magFilter] = [LinearMipmapLinearFilter, LinearFilter];
      picture.anisotropy = ANISOTROPY;
      picture.needsUpdate = true;
      pictures.set(key, picture);
    },
    add(key: string, { positions, places, indices, surface }: SquareArrays, middle: Triple, picture: string): void {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(positions, 3));
      geometry.setAttribute('uv', new BufferAttribute(places, 2, true));
      geometry.setIndex(new BufferAttribute(indices, 1));
      for (const pass of material.passes.keys()) geometry.addGroup(0, indices.length, pass);
      geometry.computeBoundingSphere();
      const mesh = new Mesh(geometry, material.passes);
      mesh.position.set(...middle);
      mesh.visible = false;
      mesh.onBeforeRender = () => material.setPicture(pictures.get(picture) ?? null);
      group.add(mesh);
      mesh.updateMatrixWorld(true);
      squares.set(key, { mesh, surface, bytes: positions.byteLength + places.byteLength + indices.byteLength });
    },
    /** Draws these, and forgets others, the longest unseen first, where there is no room for them. */
    show(keys: readonly string[], needed: ReadonlySet<string>, most: number): void {
      const visible = new Set(keys);
      for (const [key, loaded] of squares) loaded.mesh.visible = visible.has(key);
      // A map keeps its order: what is shown goes to its end.
      for (const key of keys) {
        const loaded = squares.get(key);
        if (loaded === undefined) continue;
        squares.delete(key);
        squares.set(key, loaded);
      }
      for (const [forget, all] of [
        [drop, squares],
        [dropPicture, pictures],
      ] as const)
        for (const key of all.keys()) {
          if (bytes() <= most) return;
          if (!visible.has(key) && !needed.has(key)) forget(key);
        }
    },
    /** Forgets all, as after another choice of the picture. */
    clear(): void {
      for (const key of squares.keys()) drop(key);
      for (const key of pictures.keys()) dropPicture(key);
    },
  };
}
