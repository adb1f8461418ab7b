import type { DatasetSceneKind } from '../../scene/core/scene-kind.ts';
import { createCameraLayer } from './scene/camera-layer.ts';
import { CameraStylePanel } from './scene/camera-style-panel.tsx';
import { PickedCamera } from './scene/picked-camera.tsx';

/** All photos that say where they were taken, as cameras in a scene. */
export const photoScene: DatasetSceneKind = {
  group: 'photos',
  follows: true,
  createLayer: createCameraLayer,
  hasEdges: false,
  StylePanel: CameraStylePanel,
  PickedView: PickedCamera,
};
