import { Group } from 'three';
import type { FilesHost } from '../../../scene/core/layer-host.ts';
import type { LayerState, SceneLayer } from '../../../scene/core/scene-layer.ts';
import { boxOf } from '../../../scene/geometry/earth.ts';
import { type Box, lengthOf, minus, type Triple } from '../../../scene/geometry/triple.ts';
import { layerCause } from '../../../scene/loading/layer-cause.ts';
import type { CameraPlace } from './camera-places.ts';
import type { PlacedCamera } from './camera-shapes.ts';
import { parseCameraStyle } from './camera-style.ts';
import { openCameras, type OpenedCameras } from './open-cameras.ts';
import { pickCamera } from './pick-camera.ts';

/** Bytes of a camera on the graphics card. */
const CAMERA_BYTES = 64 + 12;
/** Share of the length of a camera around it that counts as the camera. */
const PICK_RADIUS = 0.6;
/** An eye that is so near, in lengths of a camera, looks through it. */
const THROUGH = 1e-3;
/** Lengths of a camera that one without a height is above the ground. */
const ABOVE = 2;

/** Cameras of photos in a scene. */
export type CameraLayer = SceneLayer & {
  readonly cameras: () => readonly CameraPlace[];
  /** Where one stands and looks. */
  readonly placeOf: (index: number) => PlacedCamera | null;
  readonly length: () => number;
};

export function createCameraLayer(host: FilesHost): CameraLayer {
  const object = new Group();
  let style = parseCameraStyle(host.style);
  let opened: OpenedCameras | null = null;
  let state: LayerState = { kind: 'loading' };
  let pointed: number | null = null;
  let through: number | null = null;
  /** Cameras without a height that are not above ground yet. */
  let waiting: readonly number[] = [];

  const lengthNow = (): number => ((opened?.length ?? 1) * style.size) / 100;
  const put = (of: OpenedCameras, index: number): void => {
    const [shapes, at] = of.drawn[index]!;
    const camera = of.placed[index];
    if (camera === undefined || index === through) shapes.hide(at);
    else shapes.put(at, camera, lengthNow());
  };
  const restyle = (): void => {
    if (opened === null) return;
    for (const shapes of opened.shapes) shapes.setOpacity(style.opacity);
    for (const index of opened.placed.keys()) put(opened, index);
  };
  /** Puts cameras without a height above the ground, as soon as there is any. */
  const raise = (of: OpenedCameras): void => {
    waiting = waiting.filter((index) => {
      const camera = of.placed[index]!;
      const ground = host.groundAt(camera.at[0], camera.at[1]);
      if (ground === null) return true;
      of.placed[index] = { ...camera, at: [camera.at[0], camera.at[1], ground + ABOVE * of.length] };
      put(of, index);
      return false;
    });
  };
  const hideThrough = (of: OpenedCameras, eye: Triple): void => {
    const near = of.placed.findIndex(({ at }) => lengthOf(minus(at, eye)) < THROUGH * of.length);
    const next = near < 0 ? null : near;
    if (next === through) return;
    const before = through;
    through = next;
    for (const index of [before, next]) if (index !== null) put(of, index);
  };

  const layer: CameraLayer = {
    object,
    counts: 'photo',
    cameras: () => opened?.cameras ?? [],
    placeOf: (index) => opened?.placed[index] ?? null,
    length: lengthNow,
    get state() {
      return state;
    },
    get bounds(): Box | null {
      if (opened === null) return null;
      const { min, max } = boxOf(opened.placed.map(({ at }) => at));
      const length = lengthNow();
      return {
        min: [min[0] - length, min[1] - length, min[2] - length],
        max: [max[0] + length, max[1] + length, max[2] + length],
      };
    },
    get held() {
      const points = opened?.cameras.length ?? 0;
      return { points, bytes: points * CAMERA_BYTES };
    },

    async load(signal) {
      try {
        opened = await openCameras(host, signal);
        waiting = opened.cameras.flatMap(({ altitude }, index) => (altitude === null ? [index] : []));
        for (const { mesh } of opened.shapes) object.add(mesh);
        restyle();
        state = { kind: 'partial' };
      } catch (error) {
        if (signal.aborted) return;
        state = { kind: 'failed', cause: layerCause(error) };
      }
      host.changed();
    },

    update({ clip, eye }) {
      if (opened === null) return;
      raise(opened);
      hideThrough(opened, eye);
      for (const shapes of opened.shapes) shapes.setClip(clip);
      state = { kind: 'ready' };
    },

    setStyle(text) {
      style = parseCameraStyle(text);
      restyle();
      host.changed();
    },

    pick(ray) {
      if (opened === null) return null;
      const found = pickCamera(
        opened.placed.map(({ at }) => at),
        PICK_RADIUS * lengthNow(),
        ray,
      );
      const at = found === null ? undefined : opened.placed[found.index]?.at;
      if (found === null || at === undefined) return null;
      return { at, distance: found.distance, offPixels: found.offPixels, layer, part: found.index };
    },

    point(ray) {
      const next = ray === null ? null : ((layer.pick(ray)?.part as number | undefined) ?? null);
      if (opened === null || next === pointed) return;
      for (const [index, isPointed] of [
        [pointed, false],
        [next, true],
      ] as const)
        if (index !== null) {
          const [shapes, at] = opened.drawn[index]!;
          shapes.point(at, isPointed);
        }
      pointed = next;
      host.changed();
    },

    dispose() {
      object.clear();
      for (const shapes of opened?.shapes ?? []) shapes.dispose();
      opened = null;
    },
  };
  return layer;
}
