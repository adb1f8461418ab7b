import { lookAround, normalAzimuth, orbit, pan, pixelAtTarget, type Pose, walk, zoom } from './pose.ts';
import { i18n } from '../../languages/i18n.ts';

export type CameraMode = 'orbit' | 'walk';

/** Keys of the picture, as the page's help tells them. */
export const KEY_HELP: readonly (readonly [keys: string, does: string])[] = [
  [i18n.t('Arrow keys'), i18n.t('Move; when walking, go and step aside')],
  [i18n.t('Shift + arrow keys'), i18n.t('Turn and tilt')],
  [i18n.t('+ and −'), i18n.t('Zoom in and out')],
  [i18n.t('Page up, Page down'), i18n.t('Move up and down')],
  [i18n.t('Home'), i18n.t('Show everything')],
  ['N', i18n.t('Face north')],
  ['T', i18n.t('View from the top')],
  ['O, W', i18n.t('Orbit, walk')],
  [i18n.t('Enter'), i18n.t('Measure at the middle of the picture')],
  [i18n.t('Backspace'), i18n.t('Remove the last point')],
  ['Escape', i18n.t('Leave the tool')],
];

/** Pixels of the page that a key press moves by. */
const STEP = 40;
/** Degrees that a key press turns by. */
const TURN = 5;
const ZOOM = 1.25;

export const faceNorth = (pose: Pose): Pose => ({ ...pose, azimuth: 0 });
export const fromTop = (pose: Pose): Pose => ({ ...pose, tilt: 90 });
export const zoomIn = (pose: Pose): Pose => zoom(pose, 1 / ZOOM);
export const zoomOut = (pose: Pose): Pose => zoom(pose, ZOOM);

type Pressed = { readonly key: string; readonly shiftKey: boolean };

/** The pose after a key; null where the key moves nothing. @param height of the picture in pixels of the page */
export function poseAfterKey(pose: Pose, { key, shiftKey }: Pressed, mode: CameraMode, height: number): Pose | null {
  const step = STEP * pixelAtTarget(pose, height);
  const direction = ARROWS[key];
  if (direction !== undefined) {
    const [right, up] = direction;
    if (shiftKey) return (mode === 'walk' ? lookAround : orbit)(pose, right * TURN, -up * TURN);
    return mode === 'walk' ? walk(pose, up * step, right * step, 0) : pan(pose, right * step, up * step);
  }
  switch (key) {
    case '+':
    case '=':
      return zoomIn(pose);
    case '-':
      return zoomOut(pose);
    case 'PageUp':
      return walk(pose, 0, 0, step);
    case 'PageDown':
      return walk(pose, 0, 0, -step);
    case 'n':
    case 'N':
      return { ...pose, azimuth: normalAzimuth(0) };
    case 't':
    case 'T':
      return fromTop(pose);
    default:
      return null;
  }
}

const ARROWS: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
