import type { ComponentType } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { LayerGroup } from '../../map/layer-groups.ts';
import type { Pose } from '../camera/pose.ts';
import type { SceneFrame } from '../geometry/scene-frame.ts';
import type { Triple } from '../geometry/triple.ts';
import type { FilesHost, LayerHost } from './layer-host.ts';
import type { Picked, SceneLayer } from './scene-layer.ts';

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
