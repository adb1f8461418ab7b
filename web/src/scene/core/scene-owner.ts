import type { Pose } from '../camera/pose.ts';
import type { Box, Triple } from '../geometry/triple.ts';
import type { Picked, SceneLayer } from './scene-layer.ts';
import type { SceneSnapshot } from './scene-snapshot.ts';

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
  /** Looks at one layer, in the same direction; nothing happens where it is not there. */
  readonly showLayer: (path: string) => void;
  /** A box of the scene that is shown alone. */
  readonly setClip: (clip: Box | null) => void;
  /** @param styles by the paths of files; those that are not in it stay as they are */
  readonly setStyles: (styles: ReadonlyMap<string, string>) => void;
  /** @param paths layers that are not drawn */
  readonly setHidden: (paths: ReadonlySet<string>) => void;
  readonly setEyeDome: (on: boolean) => void;
  readonly setBackground: (red: number, green: number, blue: number) => void;
  /**
   * What is seen at a place of the picture.
   *
   * @param x, y pixels of the page from its top left corner
   * @param only looks through all other layers
   */
  readonly pick: (x: number, y: number, only?: SceneLayer) => Picked | null;
  /** Shows what is below the pointer; null: it is elsewhere. */
  readonly point: (place: readonly [x: number, y: number] | null) => void;
  /** Height of the ground, in coordinates of the scene. */
  readonly groundAt: (x: number, y: number) => number | null;
  /** Pixels of the page; null behind the eye. */
  readonly project: (at: Triple) => readonly [x: number, y: number] | null;
  /** Size of the picture in pixels of the page. */
  readonly size: () => readonly [width: number, height: number];
  readonly dispose: () => void;
};
