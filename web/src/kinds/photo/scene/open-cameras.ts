import { typesIn } from '../../../api/file-part.ts';
import { placesOf } from '../../../api/places.ts';
import type { FilesHost } from '../../../scene/core/layer-host.ts';
import type { ToldReference } from '../../../scene/heights/height-reference.ts';
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
  const earths = await earthsOf(host, cameras);
  const placed = cameras.map((camera): PlacedCamera => placedCamera(earths.get(camera.reference)!, camera));
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

/** The way into the scene from heights above each of what they are above: that of the most photos comes first, if the scene has none. */
async function earthsOf(
  host: FilesHost,
  cameras: readonly CameraPlace[],
): Promise<ReadonlyMap<ToldReference, EarthInScene>> {
  const groups = Map.groupBy(cameras, ({ reference }) => reference);
  const earths = new Map<ToldReference, EarthInScene>();
  for (const [reference, group] of [...groups].toSorted(([, one], [, other]) => other.length - one.length)) {
    const corners = group.map(({ longitude, latitude, altitude }): Triple => [longitude, latitude, altitude ?? 0]);
    // A height that is not there is above nothing.
    const hasHeights = group.some(({ altitude }) => altitude !== null);
    earths.set(reference, await earthInScene(host, corners, hasHeights ? reference : null));
  }
  return earths;
}

/** A thousandth of a degree to the north. */
const STEP = 1e-3;

function placedCamera(
  { fromEarth }: EarthInScene,
  { longitude, latitude, altitude, direction, view }: CameraPlace,
): PlacedCamera {
  const at = fromEarth([longitude, latitude, altitude ?? 0]);
  if (direction === null) return { at, axes: null, view };
  const [x, y] = minus(fromEarth([longitude, latitude + STEP, altitude ?? 0]), at);
  return { at, axes: cameraAxes(direction, (Math.atan2(x, y) * 180) / Math.PI), view };
}
