import { Scene, type WebGLRenderer } from 'three';
import { eyeOf, type Pose, rayThrough, seeWhole } from '../camera/pose.ts';
import { frameFor, toCrs, toScene } from '../geometry/scene-frame.ts';
import { type Box, boxAround, type Triple } from '../geometry/triple.ts';
import { budgetOf, shareOf, thisDevice } from './budget.ts';
import { createPicture, type Picture } from './picture.ts';
import { createSceneCamera, pixelsAtOne } from './scene-camera.ts';
import type { LayerHost, LayerState, Picked, SceneFrame, SceneLayer, SharedDrawing } from './scene-layer.ts';

/** Files to show, in their order; the first that opens decides on the frame. */
export type SceneItem = {
  readonly path: string;
  readonly style: string;
  readonly create: (host: Pick<LayerHost, 'changed' | 'place' | 'share' | 'style'>) => SceneLayer;
};

export type ShownLayer = {
  readonly path: string;
  readonly layer: SceneLayer;
  readonly state: LayerState;
  readonly points: number;
  /** Style that it has, as its kind writes it. */
  readonly style: string;
};

/** What the page shows beside the picture. A new object whenever something changed. */
export type SceneSnapshot = {
  /** `loading`: nothing is drawn yet. The others hold once a frame with it was drawn. */
  readonly phase: LayerState['kind'];
  readonly layers: readonly ShownLayer[];
  readonly frame: SceneFrame | null;
  readonly bounds: Box | null;
};

/** One scene on one canvas: its camera, its layers, and when it is drawn. */
export type SceneOwner = {
  readonly canvas: HTMLCanvasElement;
  readonly snapshot: () => SceneSnapshot;
  /** @returns ends it */
  readonly subscribe: (listener: () => void) => () => void;
  /** Called after each drawn frame. @returns ends it */
  readonly onFrame: (listener: () => void) => () => void;
  /** In coordinates of the scene. */
  readonly pose: () => Pose;
  readonly setPose: (pose: Pose) => void;
  /** The pose with its target in the CRS, as addresses have it. */
  readonly poseInCrs: () => Pose | null;
  /** Looks from there as soon as the scene has its frame. */
  readonly setPoseInCrs: (pose: Pose | null) => void;
  readonly showAll: () => void;
  /** A box of the scene that is shown alone. */
  readonly setClip: (clip: Box | null) => void;
  /** @param styles by the paths of files; those that are not in it stay as they are */
  readonly setStyles: (styles: ReadonlyMap<string, string>) => void;
  readonly setEyeDome: (on: boolean) => void;
  readonly setBackground: (red: number, green: number, blue: number) => void;
  /**
   * What is seen at a place of the picture.
   *
   * @param x, y pixels of the page from its top left corner
   * @param only looks through all other layers
   */
  readonly pick: (x: number, y: number, only?: SceneLayer) => Picked | null;
  /** Pixels of the page; null behind the eye. */
  readonly project: (at: Triple) => readonly [x: number, y: number] | null;
  /** Size of the picture in pixels of the page. */
  readonly size: () => readonly [width: number, height: number];
  readonly dispose: () => void;
};

/** Time of a frame that layers may take, of the 16 ms between two. */
const UPDATE_MS = 6;
/** A finger is no tip: so many times the room around it counts. */
const FINGER = 2;
/** How a scene is first seen: from the south, high enough to see its ground. */
const FIRST_LOOK = { azimuth: 0, tilt: 45 } as const;
const NOWHERE: Pose = { target: [0, 0, 0], distance: 100, ...FIRST_LOOK };

/** @throws where the browser has no WebGL 2 */
export function createSceneOwner(canvas: HTMLCanvasElement, items: readonly SceneItem[]): SceneOwner {
  const scene = new Scene();
  const eye = createSceneCamera();
  const device = thisDevice();
  const budget = budgetOf(device);
  const touchFactor = device.isTouched ? FINGER : 1;
  const leaving = new AbortController();
  const listeners = new Set<() => void>();
  const frameListeners = new Set<() => void>();
  let pose = NOWHERE;
  let wantedPose: Pose | null = null;
  let isPlaced = false;
  /** True while everything is shown because nobody has looked elsewhere: then it still is when the picture has another size. */
  let showsAll = false;
  let frame: SceneFrame | null = null;
  let clip: Box | null = null;
  let request: number | null = null;
  let snapshot: SceneSnapshot = { phase: 'loading', layers: [], frame: null, bounds: null };
  const styles = new Map(items.map(({ path, style }) => [path, style]));

  const size = (): readonly [number, number] => [canvas.clientWidth, canvas.clientHeight];
  const aspect = (): number => canvas.clientWidth / Math.max(1, canvas.clientHeight);
  const invalidate = (): void => {
    if (!leaving.signal.aborted) request ??= requestAnimationFrame(drawFrame);
  };
  const place: LayerHost['place'] = (crs, bounds) => {
    if (frame === null) return (frame = frameFor(crs, bounds));
    // Without a system nobody knows where one lies beside the other.
    return crs !== null && crs.key === frame.crs?.key ? frame : null;
  };
  const shared = new Map<unknown, SharedDrawing>();
  const share = <T extends SharedDrawing>(make: (renderer: WebGLRenderer) => T): T => {
    const known = shared.get(make) as T | undefined;
    if (known !== undefined) return known;
    const made = make(picture.renderer);
    shared.set(make, made);
    scene.add(made.object);
    return made;
  };
  const layers = items.map(({ path, style, create }) => ({
    path,
    layer: create({ changed: invalidate, place, share, style }),
  }));
  for (const { layer } of layers) scene.add(layer.object);

  const bounds = (): Box | null => boxAround(layers.flatMap(({ layer }) => layer.bounds ?? []));
  const showAll = (): void => {
    const all = clip ?? bounds();
    if (all === null) return;
    pose = seeWhole(pose, all, aspect());
    showsAll = true;
    invalidate();
  };
  /** Looks from where the address says, or at everything, once there is something. */
  const placeEye = (): void => {
    if (isPlaced || frame === null || bounds() === null) return;
    isPlaced = true;
    if (wantedPose === null) showAll();
    else pose = { ...wantedPose, target: toScene(frame, wantedPose.target) };
  };
  const updateLayers = (): void => {
    const open = layers.filter(({ layer }) => layer.bounds !== null && layer.state.kind !== 'failed');
    const view = {
      ...eye.view(),
      pixelsAtOne: pixelsAtOne(canvas.clientHeight * picture.pixelRatio()),
      pixelRatio: picture.pixelRatio(),
      clip,
      budget: shareOf(budget, open.length),
    };
    for (const { layer } of open) layer.update(view, UPDATE_MS / open.length);
  };
  const tell = (): void => {
    const shown = layers.map(({ path, layer }) => ({
      path,
      layer,
      state: layer.state,
      points: layer.held.points,
      style: styles.get(path) ?? '',
    }));
    const next = { phase: phaseOf(shown.map(({ state }) => state)), layers: shown, frame, bounds: bounds() };
    if (isSame(snapshot, next)) return;
    snapshot = next;
    for (const listener of listeners) listener();
  };
  const drawFrame = (): void => {
    request = null;
    const isResized = picture.resize(...size());
    placeEye();
    if (isResized && showsAll) showAll();
    eye.look(pose, aspect(), bounds());
    updateLayers();
    // Before the first layer is there, the ground of the page is all there is to see.
    if (isPlaced) picture.draw(scene, eye.camera);
    for (const listener of frameListeners) listener();
    tell();
  };
  const loadAll = async (): Promise<void> => {
    // One after the other: the first that opens decides on the frame.
    for (const { layer } of layers) await layer.load(leaving.signal);
  };
  const end = (): void => {
    leaving.abort();
    for (const { layer } of layers) {
      scene.remove(layer.object);
      layer.dispose();
    }
    for (const drawing of shared.values()) drawing.dispose();
  };
  // Their first bytes are on their way while the graphics card gets ready, which holds up the page.
  void loadAll();
  const picture = createPictureOr(canvas, end);
  const resizing = new ResizeObserver(invalidate);
  resizing.observe(canvas);

  const listenIn =
    (all: Set<() => void>) =>
    (listener: () => void): (() => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    };
  const setPose = (next: Pose): void => {
    pose = next;
    showsAll = false;
    invalidate();
  };
  return {
    canvas,
    snapshot: () => snapshot,
    subscribe: listenIn(listeners),
    onFrame: listenIn(frameListeners),
    pose: () => pose,
    setPose,
    poseInCrs: () => (frame === null || !isPlaced ? null : { ...pose, target: toCrs(frame, pose.target) }),
    setPoseInCrs(next) {
      wantedPose = next;
      if (!isPlaced || frame === null) return;
      if (next === null) showAll();
      else setPose({ ...next, target: toScene(frame, next.target) });
    },
    showAll,
    setClip(next) {
      clip = next;
      invalidate();
    },
    setStyles(next) {
      for (const { path, layer } of layers) {
        const style = next.get(path) ?? styles.get(path);
        if (style === undefined || style === styles.get(path)) continue;
        styles.set(path, style);
        layer.setStyle(style);
      }
      invalidate();
    },
    setEyeDome(on) {
      picture.setEyeDome(on);
      invalidate();
    },
    setBackground(red, green, blue) {
      picture.setBackground(red, green, blue);
      invalidate();
    },
    pick(x, y, only) {
      const [width, height] = size();
      const [right, up] = [(2 * x) / width - 1, 1 - (2 * y) / height];
      const direction = rayThrough(pose, right, up, aspect());
      const ray = { origin: eyeOf(pose), direction, pixel: touchFactor / pixelsAtOne(height), clip };
      const asked = only === undefined ? layers.map(({ layer }) => layer) : [only];
      const found = asked.flatMap((layer) => layer.pick(ray) ?? []);
      return found.toSorted((one, other) => one.distance - other.distance)[0] ?? null;
    },
    project(at) {
      const seen = eye.project(at);
      const [width, height] = size();
      return seen === null ? null : [((seen[0] + 1) / 2) * width, ((1 - seen[1]) / 2) * height];
    },
    size,
    dispose() {
      if (request !== null) cancelAnimationFrame(request);
      resizing.disconnect();
      listeners.clear();
      frameListeners.clear();
      end();
      picture.dispose();
    },
  };
}

/** @throws as `createPicture` does, after `end` */
function createPictureOr(canvas: HTMLCanvasElement, end: () => void): Picture {
  try {
    return createPicture(canvas);
  } catch (error) {
    end();
    throw error;
  }
}

/** Failed only when nothing can be shown; partial while anything is missing. */
function phaseOf(states: readonly LayerState[]): LayerState['kind'] {
  const kinds = states.map(({ kind }) => kind);
  if (kinds.every((kind) => kind === 'failed')) return 'failed';
  if (kinds.every((kind) => kind === 'failed' || kind === 'loading')) return 'loading';
  return kinds.every((kind) => kind === 'ready' || kind === 'failed') ? 'ready' : 'partial';
}

const isSame = (one: SceneSnapshot, other: SceneSnapshot): boolean =>
  one.phase === other.phase &&
  one.frame === other.frame &&
  one.layers.length === other.layers.length &&
  one.layers.every((layer, index) => {
    const now = other.layers[index];
    return (
      layer.state.kind === now?.state.kind &&
      causeOf(layer.state) === causeOf(now.state) &&
      layer.points === now.points &&
      layer.style === now.style
    );
  });

const causeOf = (state: LayerState): string | undefined => ('cause' in state ? state.cause : undefined);
