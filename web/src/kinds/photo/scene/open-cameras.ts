import { typesIn } from '../../../api/file-part.ts';
import { placesOf } from '../../../api/places.ts';
import type { FilesHost } from '../../../scene/core/scene-layer.ts';
import { boxOf, type EarthInScene, earthInScene } from '../../../scene/geometry/earth.ts';
import { lengthOf, minus, type Triple } from '../../../scene/geometry/triple.ts';
import { FileError } from '../../../scene/loading/file-error.ts';
import { type CameraPlace, cameraAxes, cameraPlaces, usualLength } from './camera-places.ts';
import { createCameraShapes, type PlacedCamera } from './camera-shapes.ts';
import { i18n } from '../../../languages/i18n.ts';

/** Photos and panoramas, by entry type. */
const TYPES = [3, 13];

type Shapes = ReturnType<typeof createCameraShapes>;

/** Cameras with their places in a scene, and the shapes that draw them. */
export type OpenedCameras = {
  readonly cameras: readonly CameraPlace[];
  readonly placed: PlacedCamera[];
  /** The shapes of each camera, and which of them it is. */
  readonly drawn: readonly (readonly [Shapes, number])[];
  readonly shapes: readonly Shapes[];
  readonly length: number;
};

/** Asks where the photos were taken, and gives them their place in the scene. @throws FileError where none says so */
export async function openCameras(host: FilesHost, signal: AbortSignal): Promise<OpenedCameras> {
  const { datasetRef, part } = host;
  const pages = await Promise.all(typesIn(part, TYPES).map((type) => placesOf(datasetRef, type, part, signal)));
  const cameras = cameraPlaces(pages.flat());
  if (cameras.length === 0) throw new FileError(i18n.t('No photo says where it was taken.'));
  const earth = await earthInScene(
    host,
    cameras.map(({ longitude, latitude, altitude }): Triple => [longitude, latitude, altitude ?? 0]),
  );
  const placed = cameras.map((camera): PlacedCamera => placedCamera(earth, camera));
  const box = boxOf(placed.map(({ at }) => at));
  const length = usualLength(lengthOf(minus(box.max, box.min)), cameras.length);
  const directed = cameras.filter(({ direction }) => direction !== null).length;
  const [pyramids, balls] = [createCameraShapes(directed, true), createCameraShapes(cameras.length - directed, false)];
  let [pyramid, ball] = [0, 0];
  const drawn = cameras.map(({ direction }) =>
    direction === null ? ([balls, ball++] as const) : ([pyramids, pyramid++] as const),
  );
  return { cameras, placed, drawn, shapes: [pyramids, balls], length };
}

/** A thousandth of a degree to the north. */
const STEP = 1e-3;

function placedCamera(
  { fromEarth }: EarthInScene,
  { longitude, latitude, altitude, direction }: CameraPlace,
): PlacedCamera {
  const at = fromEarth([longitude, latitude, altitude ?? 0]);
  if (direction === null) return { at, axes: null };
  const [x, y] = minus(fromEarth([longitude, latitude + STEP, altitude ?? 0]), at);
  return { at, axes: cameraAxes(direction, (Math.atan2(x, y) * 180) / Math.PI) };
}
