import { Scene, type WebGLRenderer } from 'three';
import { createFlight } from '../camera/flight.ts';
import { eyeOf, type Pose, rayThrough, seeWhole } from '../camera/pose.ts';
import { toCrs, toScene } from '../geometry/scene-frame.ts';
import type { Box } from '../geometry/triple.ts';
import type { ScenePlaces } from '../heights/scene-places.ts';
import { budgetOf, thisDevice } from './budget.ts';
import { createPictureOr } from './picture.ts';
import { createSceneCamera, pixelsAtOne } from './scene-camera.ts';
import type { SharedDrawing } from './layer-host.ts';
import type { PickRay } from './layer-view.ts';
import { createSceneLayers, type SceneItem } from './scene-layers.ts';
import { listenIn } from './listen-in.ts';
import type { SceneOwner } from './scene-owner.ts';
import { nextSnapshot, type SceneSnapshot } from './scene-snapshot.ts';

/** A finger is no tip: so many times the room around it counts. */
const FINGER = 2;
/** How a scene is first seen: from the south, high enough to see its ground. */
const FIRST_LOOK = { azimuth: 0, tilt: 45 } as const;
const NOWHERE: Pose = { target: [0, 0, 0], distance: 100, ...FIRST_LOOK };

/** @throws where the browser has no WebGL 2 */
export function createSceneOwner(
  canvas: HTMLCanvasElement,
  items: readonly SceneItem[],
  hiddenAtFirst: ReadonlySet<string>,
  places: ScenePlaces,
): SceneOwner {
  const scene = new Scene();
  const eye = createSceneCamera();
  const device = thisDevice();
  const budget = budgetOf(device);
  const touchFactor = device.isTouched ? FINGER : 1;
  const leaving = new AbortController();
  const listeners = new Set<() => void>();
  const frameListeners = new Set<() => void>();
  const flight = createFlight(
    () => performance.now(),
    () => matchMedia('(prefers-reduced-motion: reduce)').matches,
  );
  let pose = NOWHERE;
  let wantedPose: Pose | null = null;
  let isPlaced = false;
  /** True while everything is shown because nobody has looked elsewhere: then it still is when the picture has another size. */
  let showsAll = false;
  let clip: Box | null = null;
  let request: number | null = null;
  let snapshot: SceneSnapshot = { phase: 'loading', layers: [], frame: null, bounds: null };

  const size = (): readonly [number, number] => [canvas.clientWidth, canvas.clientHeight];
  const aspect = (): number => canvas.clientWidth / Math.max(1, canvas.clientHeight);
  const invalidate = (): void => {
    if (!leaving.signal.aborted) request ??= requestAnimationFrame(drawFrame);
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
  const layers = createSceneLayers(scene, items, { changed: invalidate, places, share }, hiddenAtFirst);
  snapshot = { ...snapshot, layers: layers.shown() };
  const showAll = (): void => {
    const all = clip ?? layers.bounds();
    if (all === null) return;
    pose = seeWhole(pose, all, aspect());
    flight.end();
    showsAll = true;
    invalidate();
  };
  /** Looks from where the address says, or at everything, once there is something. */
  const placeEye = (): void => {
    const frame = places.frame();
    if (isPlaced || frame === null || layers.bounds() === null) return;
    isPlaced = true;
    if (wantedPose === null) showAll();
    else pose = { ...wantedPose, target: toScene(frame, wantedPose.target) };
  };
  const updateLayers = (): void =>
    layers.update(
      {
        ...eye.view(),
        pixelsAtOne: pixelsAtOne(canvas.clientHeight * picture.pixelRatio()),
        pixelRatio: picture.pixelRatio(),
        clip,
      },
      budget,
    );
  const tell = (): void => {
    const next = nextSnapshot(snapshot, { layers: layers.shown(), frame: places.frame(), bounds: layers.bounds() });
    if (next === snapshot) return;
    snapshot = next;
    for (const listener of listeners) listener();
  };
  const drawFrame = (): void => {
    request = null;
    const isResized = picture.resize(...size());
    placeEye();
    if (isResized && showsAll) showAll();
    pose = flight.pose(pose);
    if (flight.isOn()) invalidate();
    eye.look(pose, aspect(), layers.bounds());
    updateLayers();
    // Before the first layer is there, the ground of the page is all there is to see.
    if (isPlaced) picture.draw(scene, eye.camera);
    for (const listener of frameListeners) listener();
    tell();
  };
  const end = (): void => {
    leaving.abort();
    layers.dispose();
    for (const drawing of shared.values()) drawing.dispose();
  };
  // Their first bytes are on their way while the graphics card gets ready, which holds up the page.
  void layers.load(leaving.signal);
  const picture = createPictureOr(canvas, end);
  const resizing = new ResizeObserver(invalidate);
  resizing.observe(canvas);

  const rayAt = (x: number, y: number): PickRay => {
    const [width, height] = size();
    const direction = rayThrough(pose, (2 * x) / width - 1, 1 - (2 * y) / height, aspect());
    return { origin: eyeOf(pose), direction, pixel: touchFactor / pixelsAtOne(height), clip };
  };
  const setPose = (next: Pose): void => {
    pose = next;
    flight.end();
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
    poseInCrs() {
      const frame = places.frame();
      return frame === null || !isPlaced ? null : { ...pose, target: toCrs(frame, pose.target) };
    },
    setPoseInCrs(next) {
      wantedPose = next;
      const frame = places.frame();
      if (!isPlaced || frame === null) return;
      if (next === null) showAll();
      else setPose({ ...next, target: toScene(frame, next.target) });
    },
    showAll,
    showLayer(path) {
      const bounds = layers.boundsOf(path);
      if (bounds === null) return;
      setPose(pose);
      flight.begin(pose, seeWhole(pose, bounds, aspect()));
    },
    setClip(next) {
      clip = next;
      invalidate();
    },
    setStyles(next) {
      layers.setStyles(next);
      invalidate();
    },
    setHidden(paths) {
      layers.setHidden(paths);
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
    groundAt: layers.groundAt,
    point: (at) => layers.point(at === null ? null : rayAt(...at)),
    pick: (x, y, only) => layers.pick(rayAt(x, y), only),
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
