import type { EntryRow } from '../../../datasets/index.ts';
import type { PhotoView } from './request.ts';
import type { PointGeometry } from '../../../inspection/index.ts';

/** Flatter than a look to the horizon, and higher than any flight: what is beyond is damage. */
const MAX_ALTITUDE = 100_000;

/** What the inspection found out about a photo, as it is projected; else what is missing, for people. */
export function photoViewOf({ path, properties, pointGeometry }: EntryRow): PhotoView | string {
  const number = (name: string): number | null => {
    const value = properties?.[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  const [longitude, latitude, z] = (pointGeometry as PointGeometry | null)?.coordinates ?? [];
  if (longitude === undefined || latitude === undefined) return 'no position';
  const [sensorWidth, sensorHeight] = [number('sensorWidth'), number('sensorHeight')];
  if (!(sensorWidth && sensorHeight)) return 'no size of the sensor';
  const focalLength = number('focalLength');
  if (!focalLength) return 'no focal length';
  const width = number('width');
  if (!width) return 'no size of the picture';
  const within = (value: number | null): number | null =>
    value !== null && Math.abs(value) < MAX_ALTITUDE ? value : null;
  const time = number('captureTime');
  return {
    longitude,
    latitude,
    width,
    // 0 stands for an altitude that the photo does not say.
    altitude: within(z === undefined || z === 0 ? null : z),
    relativeAltitude: within(number('relativeAltitude')),
    yaw: number('cameraYaw') ?? 0,
    pitch: number('cameraPitch') ?? -90,
    roll: number('cameraRoll') ?? 0,
    aperture: [sensorWidth / focalLength, sensorHeight / focalLength],
    properties: {
      path,
      captured: time === null || time === 0 ? null : new Date(time).toISOString(),
      camera: textOf(properties?.['model']),
      // Without one the camera counts as looking straight down, its top to the north.
      hasDirection: properties?.['hasCameraOrientation'] === true,
    },
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== 'unknown' ? value : null);
