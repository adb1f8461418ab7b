import {
  DoubleSide,
  LineBasicMaterial,
  type Material,
  type Mesh,
  MeshBasicMaterial,
  type Object3D,
  PointsMaterial,
  SRGBColorSpace,
  type Side,
  type Texture,
  Vector3,
} from 'three';
import type { SceneView } from '../../../scene/core/layer-view.ts';
import type { TileStyle } from './tile-style.ts';
import { patchSurface, patchVertices, type SurfaceUniforms } from './surface-shader.ts';

/** Materials of all tiles of a tileset. What they were loaded with gives way to materials that the scene can draw. */
export type TileLooks = {
  /** Replaces the materials of a tile. @param arePoints of a tile of points, whose colours are as screens show them */
  readonly dress: (scene: Object3D, arePoints: boolean) => void;
  readonly setStyle: (style: TileStyle) => void;
  readonly setView: (view: Pick<SceneView, 'clip' | 'pixelRatio'>) => void;
  /** Takes a material out that is freed. */
  readonly forget: (scene: Object3D) => void;
};

type Dressed = MeshBasicMaterial | PointsMaterial | LineBasicMaterial;
/** What a material was before a style changed it. */
type Origin = { readonly side: Side };

/** Pixels of the page. */
const POINT_SIZE = 3;
const FAR = 1e30;

export function createTileLooks(first: TileStyle): TileLooks {
  const uniforms: SurfaceUniforms = {
    clipMin: { value: new Vector3(-FAR, -FAR, -FAR) },
    clipMax: { value: new Vector3(FAR, FAR, FAR) },
    shownShare: { value: 1 },
    lightMode: { value: 0 },
  };
  const dressed = new Map<Dressed, Origin>();
  let style = first;
  let pixelRatio = 1;

  const restyle = (material: Dressed, { side }: Origin): void => {
    if (material instanceof PointsMaterial) material.size = POINT_SIZE * pixelRatio;
    if (!(material instanceof MeshBasicMaterial)) return;
    material.wireframe = style.wireframe;
    material.side = style.backFaces ? DoubleSide : side;
    material.needsUpdate = true;
  };
  const add = <M extends Dressed>(material: M, origin: Origin): M => {
    dressed.set(material, origin);
    restyle(material, origin);
    return material;
  };
  const surface = (of: Material, mesh: Mesh): MeshBasicMaterial => {
    const look = lookOf(of);
    const material = new MeshBasicMaterial({
      color: look.color,
      map: look.map,
      vertexColors: of.vertexColors,
      alphaTest: of.alphaTest,
      side: of.side,
      name: of.name,
    });
    material.opacity = of.opacity;
    const isPlain = look.isUnlit || look.map !== null;
    patchSurface(material, uniforms, {
      isPlain,
      hasNormals: mesh.geometry.hasAttribute('normal'),
      isBlended: of.transparent,
    });
    return add(material, { side: of.side });
  };
  const points = (of: Material, isShown: boolean): PointsMaterial => {
    const material = new PointsMaterial({ vertexColors: of.vertexColors, sizeAttenuation: false });
    if (!of.vertexColors && of instanceof PointsMaterial) material.color.copy(of.color);
    patchVertices(material, uniforms, isShown);
    return add(material, { side: of.side });
  };
  const lines = (of: Material): LineBasicMaterial => {
    const material = new LineBasicMaterial({ vertexColors: of.vertexColors, color: lookOf(of).color });
    patchVertices(material, uniforms, false);
    return add(material, { side: of.side });
  };

  return {
    dress(scene, arePoints) {
      const replaced = new Map<string, Dressed>();
      scene.traverse((object) => {
        if (!isDrawn(object)) return;
        const of = Array.isArray(object.material) ? object.material[0] : object.material;
        if (of === undefined) return;
        const kind = 'isPoints' in object ? 'points' : 'isLine' in object ? 'lines' : 'surface';
        const key = `${of.uuid} ${kind} ${object.geometry.hasAttribute('normal')}`;
        let material = replaced.get(key);
        if (material === undefined) {
          material = kind === 'points' ? points(of, arePoints) : kind === 'lines' ? lines(of) : surface(of, object);
          replaced.set(key, material);
        }
        object.material = material;
        of.dispose();
      });
    },
    setStyle(next) {
      style = next;
      uniforms.shownShare.value = next.opacity / 100;
      uniforms.lightMode.value = next.light === 'auto' ? 0 : next.light === 'lit' ? 1 : 2;
      for (const [material, origin] of dressed) restyle(material, origin);
    },
    setView({ clip, pixelRatio: ratio }) {
      uniforms.clipMin.value.set(...(clip?.min ?? [-FAR, -FAR, -FAR]));
      uniforms.clipMax.value.set(...(clip?.max ?? [FAR, FAR, FAR]));
      if (ratio === pixelRatio) return;
      pixelRatio = ratio;
      for (const [material, origin] of dressed) restyle(material, origin);
    },
    forget(scene) {
      scene.traverse((object) => {
        if (isDrawn(object)) dressed.delete(object.material as Dressed);
      });
    },
  };
}

const isDrawn = (object: Object3D): object is Mesh => 'isMesh' in object || 'isPoints' in object || 'isLine' in object;

/** What is taken over of a material of a glTF: colour, picture, and whether it is to be drawn without light. */
function lookOf(material: Material): {
  readonly color: MeshBasicMaterial['color'];
  readonly map: Texture | null;
  readonly isUnlit: boolean;
} {
  const { color, map } = material as MeshBasicMaterial;
  if (map !== null && map !== undefined) map.colorSpace = SRGBColorSpace;
  return { color, map: map ?? null, isUnlit: material instanceof MeshBasicMaterial };
}
