import type { Scene } from 'three';
import { type Box, boxAround } from '../geometry/triple.ts';
import type { ScenePlaces } from '../heights/scene-places.ts';
import { shareOf } from './budget.ts';
import type { LayerHost } from './layer-host.ts';
import type { Held, PickRay, SceneView } from './layer-view.ts';
import type { Picked, SceneLayer } from './scene-layer.ts';
import type { ShownLayer } from './scene-snapshot.ts';

/** Files to show, in their order; the first that opens decides on the frame. */
export type SceneItem = {
  readonly path: string;
  readonly style: string;
  /** True if it loads after the others. */
  readonly follows: boolean;
  readonly create: (host: SceneHost) => SceneLayer;
};

/** What a scene is to its layers. */
export type SceneHost = Pick<LayerHost, 'changed' | 'place' | 'frame' | 'groundAt' | 'share' | 'style'>;

/** Time of a frame that layers may take, of the 16 ms between two. */
const UPDATE_MS = 6;

/** The layers of a scene: which of them are seen, how they look, and what they are asked together. */
export function createSceneLayers(
  scene: Scene,
  items: readonly SceneItem[],
  { changed, share, places }: Pick<SceneHost, 'changed' | 'share'> & { readonly places: ScenePlaces },
  hiddenAtFirst: ReadonlySet<string>,
) {
  let hidden = hiddenAtFirst;
  const styles = new Map(items.map(({ path, style }) => [path, style]));
  const layers = items.map(({ path, style, follows, create }) => ({
    path,
    follows,
    layer: create({
      changed,
      share,
      frame: places.frame,
      place: (crs, bounds, told) => places.place(path, crs, bounds, told),
      groundAt: (x, y) => groundAt(x, y),
      style,
    }),
  }));
  const isSeen = ({ path }: { readonly path: string }): boolean => !hidden.has(path);
  const groundAt = (x: number, y: number): number | null => {
    const heights = layers.flatMap((shown) => (isSeen(shown) ? (shown.layer.heightAt?.(x, y) ?? []) : []));
    return heights.length === 0 ? null : Math.max(...heights);
  };
  const showSeen = (): void => {
    for (const shown of layers) shown.layer.object.visible = isSeen(shown);
  };
  for (const { layer } of layers) scene.add(layer.object);
  showSeen();
  return {
    groundAt,
    async load(signal: AbortSignal): Promise<void> {
      // One after the other: the first that opens decides on the frame.
      for (const { layer } of layers.toSorted((one, other) => Number(one.follows) - Number(other.follows)))
        await layer.load(signal);
    },
    bounds(): Box | null {
      const all = layers.filter(({ layer }) => layer.bounds !== null);
      // With nothing to see there is still a place to look at.
      const seen = all.some(isSeen) ? all.filter(isSeen) : all;
      return boxAround(seen.flatMap(({ layer }) => layer.bounds ?? []));
    },
    boundsOf: (path: string): Box | null => layers.find((shown) => shown.path === path)?.layer.bounds ?? null,
    update(view: Omit<SceneView, 'budget'>, budget: Held): void {
      const open = layers.filter(
        (shown) => isSeen(shown) && shown.layer.bounds !== null && shown.layer.state.kind !== 'failed',
      );
      const share = shareOf(budget, open.length);
      for (const { layer } of open) layer.update({ ...view, budget: share }, UPDATE_MS / open.length);
    },
    shown: (): readonly ShownLayer[] =>
      layers.map(({ path, layer }) => ({
        path,
        layer,
        state: layer.state,
        points: layer.held.points,
        heights: places.heightsOf(path),
        isHidden: hidden.has(path),
        style: styles.get(path) ?? '',
      })),
    /** @param next by the paths of files; those that are not in it stay as they are */
    setStyles(next: ReadonlyMap<string, string>): void {
      for (const { path, layer } of layers) {
        const style = next.get(path) ?? styles.get(path);
        if (style === undefined || style === styles.get(path)) continue;
        styles.set(path, style);
        layer.setStyle(style);
      }
    },
    setHidden(paths: ReadonlySet<string>): void {
      hidden = paths;
      showSeen();
    },
    /** @param ray null: the pointer is elsewhere */
    point(ray: PickRay | null): void {
      for (const shown of layers) shown.layer.point?.(isSeen(shown) ? ray : null);
    },
    /** The nearest that a ray meets. @param only looks through all other layers */
    pick(ray: PickRay, only?: SceneLayer): Picked | null {
      const asked = only === undefined ? layers.filter(isSeen).map(({ layer }) => layer) : [only];
      const found = asked.flatMap((layer) => layer.pick(ray) ?? []);
      return found.toSorted((one, other) => one.distance - other.distance)[0] ?? null;
    },
    dispose(): void {
      for (const { layer } of layers) {
        scene.remove(layer.object);
        layer.dispose();
      }
    },
  };
}
