import { type Crs, heightMetres, planeOf } from '../geometry/crs.ts';
import { earthOfFrame } from '../geometry/earth.ts';
import { frameFor, type SceneFrame } from '../geometry/scene-frame.ts';
import type { Box } from '../geometry/triple.ts';
import type { ChosenHeights } from './chosen-heights.ts';
import type { HeightReference, LayerHeights, ToldReference } from './height-reference.ts';

/** Gives layers their frames, each with its heights brought to those of the scene. */
export type ScenePlaces = {
  /** That of the scene so far. */
  readonly frame: () => SceneFrame | null;
  /**
   * @param told what the heights are above; null for what has none of its own
   * @returns null where the layer cannot be shown together with the others
   */
  readonly place: (
    path: string,
    crs: Crs | null,
    bounds: Box,
    told: ToldReference | null,
  ) => Promise<SceneFrame | null>;
  /** Null for a layer without heights of its own, and for one that has no place yet. */
  readonly heightsOf: (path: string) => LayerHeights | null;
};

/** @param seaAt metres of the sea above the ellipsoid at a place in degrees */
export function createScenePlaces(
  chosen: ChosenHeights,
  seaAt: (longitude: number, latitude: number) => Promise<number>,
): ScenePlaces {
  let frame: SceneFrame | null = null;
  /** What heights of the scene are above: as those of the first layer that says it. */
  let reference: HeightReference | null = null;
  let sea: Promise<number | null> | null = null;
  const heights = new Map<string, LayerHeights>();

  const note = (path: string, told: ToldReference, used: ToldReference, raised: number | null): void => {
    const before = heights.get(path);
    heights.set(path, {
      told: [...new Set([...(before?.told ?? []), told])],
      used: [...new Set([...(before?.used ?? []), used])],
      raised: (before?.raised ?? 0) || (raised ?? 0),
      hasFailed: before?.hasFailed === true || raised === null,
    });
  };
  const seaHere = async (of: SceneFrame): Promise<number | null> => {
    const earth = await earthOfFrame(of);
    if (earth === null) return null;
    const [longitude, latitude] = earth.toEarth([0, 0, 0]);
    // Without it the layer is shown as it is, and its row says so.
    return await seaAt(longitude, latitude).catch(() => null);
  };
  /** Metres that heights above something are moved up by; null where nobody can tell. */
  const raiseOf = async (of: SceneFrame, used: ToldReference): Promise<number | null> => {
    if (used === 'unknown') return 0;
    reference ??= used;
    if (used === reference) return 0;
    sea ??= seaHere(of);
    const height = await sea;
    if (height === null) return null;
    return used === 'sea' ? height : -height;
  };
  return {
    frame: () => frame,
    heightsOf: (path) => heights.get(path) ?? null,
    async place(path, crs, bounds, told) {
      const isFirst = frame === null;
      const there = (frame ??= frameFor(crs, bounds));
      // Without a system nobody knows where one lies beside the other.
      if (crs === null || there.crs === null) return isFirst ? there : null;
      if (planeOf(crs) !== planeOf(there.crs)) return null;
      if (told === null) return raisedFrame(there, there.crs, crs, 0);
      const used = chosen.get(path) ?? told;
      const raised = await raiseOf(there, used);
      note(path, told, used, raised);
      return raisedFrame(there, there.crs, crs, raised ?? 0);
    },
  };
}

/** The frame of a layer, in which its own coordinates, moved up by some metres, are those of the scene. */
function raisedFrame(frame: SceneFrame, from: Crs, crs: Crs, raised: number): SceneFrame {
  if (crs === from && raised === 0) return frame;
  const [x, y, z] = frame.origin;
  const ratio = heightMetres(crs) / heightMetres(from);
  return {
    ...frame,
    crs,
    origin: [x, y, z / ratio - raised / heightMetres(crs)],
    scale: [frame.scale[0], frame.scale[1], frame.scale[2] * ratio],
  };
}
