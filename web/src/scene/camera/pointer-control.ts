import { lookAround, orbit, pan, pixelAtTarget, type Pose, targetPlanePoint, walk, zoom } from './pose.ts';
import type { CameraMode } from './scene-keys.ts';

export type PointerTarget = {
  readonly pose: () => Pose;
  readonly setPose: (pose: Pose) => void;
  /** Width and height in pixels of the page. */
  readonly size: () => readonly [number, number];
  readonly mode: () => CameraMode;
  /** A press that moved nothing, in pixels of the page from the top left corner. */
  readonly onPress: (x: number, y: number) => void;
  readonly onDoublePress: (x: number, y: number) => void;
};

/** Degrees that a drag over one pixel turns by. */
const TURN = 0.3;
/** A press that moves less is none of the camera's. */
const STILL_PIXELS = 4;
const WHEEL_ZOOM = 0.0015;
const LINE_PIXELS = 16;
const RIGHT_BUTTON = 2;
const MIDDLE_BUTTON = 1;

type Finger = { x: number; y: number; readonly startX: number; readonly startY: number; readonly pans: boolean };

/** Moves the camera by mouse and by fingers. @returns ends it */
export function controlByPointer(element: HTMLElement, target: PointerTarget): () => void {
  const fingers = new Map<number, Finger>();
  const ending = new AbortController();
  const { signal } = ending;
  let hasMoved = false;

  const placeOf = ({ clientX, clientY }: MouseEvent): readonly [number, number] => {
    const { left, top } = element.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const dragOne = (finger: Finger, dx: number, dy: number): void => {
    const pose = target.pose();
    const pixel = pixelAtTarget(pose, target.size()[1]);
    if (target.mode() === 'walk') target.setPose(lookAround(pose, -dx * TURN, -dy * TURN));
    else if (finger.pans) target.setPose(pan(pose, -dx * pixel, dy * pixel));
    else target.setPose(orbit(pose, dx * TURN, dy * TURN));
  };
  /** Two fingers: their middle moves the picture, their distance zooms, their direction turns. */
  const dragTwo = (moved: Finger, x: number, y: number): void => {
    const other = [...fingers.values()].find((finger) => finger !== moved);
    if (other === undefined) return;
    const [before, after] = [vector(other, moved), vector(other, { x, y })];
    const pose = target.pose();
    const pixel = pixelAtTarget(pose, target.size()[1]);
    const shifted = pan(pose, (-(x - moved.x) * pixel) / 2, ((y - moved.y) * pixel) / 2);
    const turn = ((after.angle - before.angle) * 180) / Math.PI;
    const shortest = ((turn + 540) % 360) - 180;
    target.setPose(zoom(orbit(shifted, -shortest, 0), before.length / Math.max(1, after.length)));
  };

  element.addEventListener(
    'pointerdown',
    (event) => {
      const [x, y] = placeOf(event);
      const pans = event.shiftKey || event.button === RIGHT_BUTTON || event.button === MIDDLE_BUTTON;
      if (fingers.size === 0) hasMoved = false;
      fingers.set(event.pointerId, { x, y, startX: x, startY: y, pans });
      element.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      const finger = fingers.get(event.pointerId);
      if (finger === undefined) return;
      const [x, y] = placeOf(event);
      const isStill = Math.hypot(x - finger.startX, y - finger.startY) < STILL_PIXELS;
      if (isStill && !hasMoved && fingers.size === 1) return;
      hasMoved = true;
      if (fingers.size === 1) dragOne(finger, x - finger.x, y - finger.y);
      else dragTwo(finger, x, y);
      finger.x = x;
      finger.y = y;
    },
    { signal },
  );
  element.addEventListener(
    'pointerup',
    (event) => {
      const finger = fingers.get(event.pointerId);
      fingers.delete(event.pointerId);
      if (finger !== undefined && !hasMoved && event.button === 0) target.onPress(finger.startX, finger.startY);
    },
    { signal },
  );
  element.addEventListener('pointercancel', ({ pointerId }) => void fingers.delete(pointerId), { signal });
  element.addEventListener('dblclick', (event) => target.onDoublePress(...placeOf(event)), { signal });
  element.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PIXELS : event.deltaY;
      const pose = target.pose();
      const [width, height] = target.size();
      const [x, y] = placeOf(event);
      const factor = Math.exp(pixels * WHEEL_ZOOM);
      if (target.mode() === 'walk') target.setPose(walk(pose, -pixels * pixelAtTarget(pose, height), 0, 0));
      else {
        const towards = targetPlanePoint(pose, (2 * x) / width - 1, 1 - (2 * y) / height, width / height);
        target.setPose(zoom(pose, factor, towards));
      }
    },
    { signal, passive: false },
  );
  return () => ending.abort();
}

type Point = { readonly x: number; readonly y: number };

const vector = (from: Point, to: Point) => ({
  length: Math.hypot(to.x - from.x, to.y - from.y),
  angle: Math.atan2(to.y - from.y, to.x - from.x),
});
