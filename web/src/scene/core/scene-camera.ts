import { Frustum, Matrix4, PerspectiveCamera, Sphere, Vector3 } from 'three';
import { axesOf, eyeOf, FIELD_OF_VIEW, type Pose, radians } from '../camera/pose.ts';
import { type Box, lengthOf, middleOf, minus, type Triple } from '../geometry/triple.ts';
import type { SceneView } from './layer-view.ts';

/** The camera of the picture at a pose, in coordinates of the scene. */
export type SceneCamera = {
  readonly camera: PerspectiveCamera;
  readonly look: (pose: Pose, aspect: number, bounds: Box | null) => void;
  readonly view: () => Pick<SceneView, 'eye' | 'forward' | 'turn' | 'sees'>;
  /** Where a place is in the picture: -1 to 1 to the right and up; null behind the eye. */
  readonly project: (at: Triple) => readonly [x: number, y: number] | null;
};

/** The nearest and the farthest that is drawn: depths have 32 bits for what lies between. */
const NEAREST_SHARE = 1e-4;

export function createSceneCamera(): SceneCamera {
  const camera = new PerspectiveCamera(FIELD_OF_VIEW);
  camera.matrixAutoUpdate = false;
  const frustum = new Frustum();
  const matrix = new Matrix4();
  const sphere = new Sphere();
  const place = new Vector3();
  let eye: Triple = [0, 0, 0];
  let forward: Triple = [0, 1, 0];
  return {
    camera,
    look(pose, aspect, bounds) {
      const axes = axesOf(pose);
      eye = eyeOf(pose);
      forward = axes.forward;
      const [right, up, back] = [axes.right, axes.up, axes.forward].map((axis) => new Vector3(...axis));
      camera.matrix.makeBasis(right!, up!, back!.negate()).setPosition(...eye);
      camera.matrix.decompose(camera.position, camera.quaternion, camera.scale);
      const radius = bounds === null ? pose.distance : lengthOf(minus(bounds.max, bounds.min)) / 2;
      const apart = bounds === null ? pose.distance : lengthOf(minus(middleOf(bounds), eye));
      camera.far = Math.max(apart + radius * 1.01, pose.distance * 2);
      camera.near = Math.max(apart - radius * 1.01, Math.min(camera.far * NEAREST_SHARE, pose.distance / 10));
      camera.aspect = aspect;
      camera.updateProjectionMatrix();
      camera.updateMatrixWorld(true);
      frustum.setFromProjectionMatrix(matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
    },
    view: () => ({
      eye,
      forward,
      turn: camera.quaternion,
      sees(middle, radius) {
        sphere.center.set(...middle);
        sphere.radius = radius;
        return frustum.intersectsSphere(sphere);
      },
    }),
    project(at) {
      place.set(...at).applyMatrix4(camera.matrixWorldInverse);
      if (place.z >= -camera.near / 2) return null;
      place.applyMatrix4(camera.projectionMatrix);
      return [place.x, place.y];
    },
  };
}

/** Pixels of a length of 1 at a distance of 1. */
export const pixelsAtOne = (heightPixels: number): number => heightPixels / (2 * Math.tan(radians(FIELD_OF_VIEW) / 2));
