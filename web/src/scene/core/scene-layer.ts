import type { LayerGroup } from '../../map/layer-groups.ts';
import type { Object3D, Quaternion, WebGLRenderer } from 'three';
import type { ComponentType } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import type { FilePart } from '../../api/file-part.ts';
import type { Pose } from '../camera/pose.ts';
import type { Crs } from '../geometry/crs.ts';
import type { Box, Triple } from '../geometry/triple.ts';

/**
 * What a scene shows of one file. The kinds of data implement it; the scene knows nothing else of them.
 *
 * Coordinates of the scene are 32-bit offsets: (place in the CRS - origin) × scale of its frame.
 */
export interface SceneLayer {
  /** What is drawn, in coordinates of the scene. */
  readonly object: Object3D;
  readonly state: LayerState;
  /** In coordinates of the scene; null until it is loaded. */
  readonly bounds: Box | null;
  /** What it holds on the graphics card now. */
  readonly held: Held;
  /** What `held.points` counts. Default: points */
  readonly counts?: 'point' | 'triangle' | 'splat' | 'photo';
  /** How its owner gives it a coordinate system, for a layer without one. Default: by the metadata `projection` */
  readonly placeHelp?: string | null;
  /** Reads what the first picture needs. Failures become its state. */
  load(signal: AbortSignal): Promise<void>;
  /** Chooses what to show, and asks for what is missing. Called before each frame. @param budgetMs time it may take */
  update(view: SceneView, budgetMs: number): void;
  /** The part that a ray meets first; null where it meets nothing. */
  pick(ray: PickRay): Picked | null;
  /** Shows what of it is below the pointer; null: the pointer is elsewhere. */
  point?(ray: PickRay | null): void;
  /** Takes a new style, as the address has it. */
  setStyle(style: string): void;
  /** Everything that is stored of what was picked. */
  inspect?(picked: Picked, signal: AbortSignal): Promise<readonly (readonly [name: string, value: string])[]>;
  /** Calls `visit` for the shown points in a corridor, with their distance along its line. */
  visitCorridor?(corridor: Corridor, visit: CorridorVisitor): void;
  /** Height of the ground at a place, all in coordinates of the scene; null where it has none. */
  heightAt?(x: number, y: number): number | null;
  /** Frees graphics memory, ends workers and requests. */
  dispose(): void;
}

export type LayerState =
  | { readonly kind: 'loading' }
  /** Something is shown, and more is to come; with a cause, parts of it failed. */
  | { readonly kind: 'partial'; readonly cause?: string }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly cause: string };

export type Held = { readonly points: number; readonly bytes: number };

export type SceneView = {
  /** Position of the camera, in scene coordinates. */
  readonly eye: Triple;
  readonly forward: Triple;
  readonly turn: Quaternion;
  /** True if a ball can be seen. */
  readonly sees: (middle: Triple, radius: number) => boolean;
  /** Pixels of the picture that a length of 1 has at a distance of 1. */
  readonly pixelsAtOne: number;
  /** Pixels of the picture for one of the page. */
  readonly pixelRatio: number;
  readonly clip: Box | null;
  /** Share of the layer in the budget of the scene. */
  readonly budget: Held;
};

export type PickRay = {
  readonly origin: Triple;
  /** Unit vector. */
  readonly direction: Triple;
  /** Width of a pixel of the page at a distance of 1. */
  readonly pixel: number;
  readonly clip: Box | null;
};

export type Picked = {
  /** In coordinates of the scene. */
  readonly at: Triple;
  /** From the eye along the ray. */
  readonly distance: number;
  /** Pixels of the page between the ray and what was picked. */
  readonly offPixels: number;
  readonly layer: SceneLayer;
  /** What the layer needs to find it again. */
  readonly part: unknown;
};

/** A vertical slab around a line on the ground. */
export type Corridor = {
  readonly from: Triple;
  readonly to: Triple;
  readonly width: number;
  readonly clip: Box | null;
};

export type CorridorVisitor = (along: number, height: number, red: number, green: number, blue: number) => void;

/** What a layer of one file is made of, and what it asks of its scene. */
export type LayerHost = DatasetHost & { readonly entry: Entry };

/** The same of a layer of many files. */
export type FilesHost = DatasetHost & {
  /** Which files of the dataset the layer shows. */
  readonly part: FilePart;
};

/** What each layer is made of, and what it asks of its scene. */
type DatasetHost = {
  readonly datasetRef: DatasetRef;
  readonly style: string;
  /** Tells the scene that something changed, so that it draws again. */
  readonly changed: () => void;
  /**
   * Gives a layer its place. The first layer decides on the frame of the scene.
   *
   * @returns null where the layer cannot be shown together with the others
   */
  readonly place: (crs: Crs | null, bounds: Box) => SceneFrame | null;
  /** That of the scene so far; null before a layer has its place. */
  readonly frame: () => SceneFrame | null;
  /** Height of the ground at a place, in coordinates of the scene; null where there is none. */
  readonly groundAt: (x: number, y: number) => number | null;
  /**
   * What several layers draw together: splats of all files are sorted into one order. The first layer that asks makes it, the scene
   * draws it and frees it after its layers. To be called once the file has been asked for, as the graphics card gets ready meanwhile.
   */
  readonly share: <T extends SharedDrawing>(make: (renderer: WebGLRenderer) => T) => T;
};

export type SharedDrawing = {
  readonly object: Object3D;
  readonly dispose: () => void;
};

export type SceneFrame = {
  /** Place in the CRS that is 0, 0, 0 in the scene. */
  readonly origin: Triple;
  /** Units of the scene in a unit of the CRS. */
  readonly scale: Triple;
  readonly crs: Crs | null;
  /** Unit of lengths in the scene. */
  readonly unit: LengthUnit;
};

export type LengthUnit = 'm' | 'ft' | 'ft (US)' | 'units';

/** How a kind shows its files in a scene. Loaded with the scene only. */
export type SceneKind = SceneLook & { readonly createLayer: (host: LayerHost) => SceneLayer };

/** How a kind shows many files as one layer. */
export type DatasetSceneKind = SceneLook & { readonly createLayer: (host: FilesHost) => SceneLayer };

/** What the page knows of the layers of a kind. */
export type SceneLook = {
  /** Where the panel lists it. */
  readonly group: LayerGroup;
  /** True if it takes its place from the other layers, and loads after them. Default: false */
  readonly follows?: true;
  /** True if its edges are to be seen, as those of points are: scenes with it have eye-dome lighting unless the address says otherwise. */
  readonly hasEdges: boolean;
  /** Settings of the style of a layer. */
  readonly StylePanel: ComponentType<StylePanelProps>;
  /** What is told of a picked part, in place of the values of `inspect`. */
  readonly PickedView?: ComponentType<PickedViewProps>;
};

export type PickedViewProps = {
  readonly datasetRef: DatasetRef;
  readonly picked: Picked;
  readonly camera: PanelCamera;
  /** Shows files large, one after the other. @param start path of the first one */
  readonly onOpen: (files: readonly OpenedFile[], start: string) => void;
};

/** A file, with what changes with its bytes. */
export type OpenedFile = { readonly path: string; readonly version: string };

/** The camera of the scene, in its coordinates. */
export type PanelCamera = {
  readonly pose: () => Pose;
  readonly setPose: (pose: Pose) => void;
};

/** Two points of a layer that people choose in the picture. */
export type TwoPoints = {
  readonly isChoosing: boolean;
  /** In coordinates of the scene: those chosen so far. */
  readonly points: readonly Triple[];
  /** True if the layer has nothing where a point was last chosen. */
  readonly hasMissed: boolean;
  /** Starts anew, or ends. */
  readonly choose: (on: boolean) => void;
  readonly remove: () => void;
};

export type StylePanelProps = {
  readonly layer: SceneLayer;
  /** The other files of the scene. */
  readonly others: readonly { readonly path: string; readonly layer: SceneLayer }[];
  readonly frame: SceneFrame | null;
  readonly camera: PanelCamera;
  readonly twoPoints: TwoPoints;
  /** As the address has it. */
  readonly style: string;
  readonly onStyle: (style: string) => void;
};
