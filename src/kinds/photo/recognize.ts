import type { PhotoFacts } from './read/photo-facts.child.ts';
import { altitudeReference } from './altitude-reference.ts';
import { cameraOf, type Camera } from './camera.ts';
import { type CameraOrientation, cameraOrientation, flightAttitude } from './camera-orientation.ts';
import { captureTime } from './capture-time.ts';
import { flightProperties, known, relativeAltitude } from './flight.ts';
import { groundFootprint } from './ground-footprint.ts';
import { isPanorama, panoramaProperties } from './panorama.ts';
import { fieldsOf, type PhotoFields } from './photo-fields.ts';
import { photoPosition, type PhotoPosition } from './photo-position.ts';
import { EntryType, type FileFacts, type PolygonGeometry } from '../../inspection/index.ts';

/** Whether a picture has metadata of a camera, and not only a size. */
export const hasMetadata = ({ exif, xmp }: PhotoFacts): boolean => exif !== null || xmp !== null;

/** Whether a camera made this picture, and no scanner or map program: those write neither a lens nor a position. */
export function isPhoto(facts: PhotoFacts): boolean {
  const fields = fieldsOf(facts);
  return photoPosition(fields) !== null || fields.exifText('Make', 'DateTimeOriginal') !== null;
}

/** What a picture is: its type by shape and position, its properties, where it was taken, and the ground it shows. */
export function describePhoto(facts: PhotoFacts, warning?: string): FileFacts {
  const fields = fieldsOf(facts);
  const position = photoPosition(fields);
  const panorama = isPanorama(facts, fields);
  const camera = cameraOf(facts, fields);
  const orientation = cameraOrientation(fields);
  return {
    type: typeOf(panorama, position !== null),
    properties: {
      width: facts.width,
      height: facts.height,
      ...(hasMetadata(facts) ? photoProperties(facts, fields, position, camera, orientation) : {}),
      ...(panorama ? panoramaProperties(fields) : {}),
      ...known({ warning: warning ?? null }),
    },
    pointGeometry:
      position === null
        ? null
        : { type: 'Point', coordinates: [position.longitude, position.latitude, position.altitude ?? 0] },
    polygonGeometry: panorama || position === null ? null : footprint(position, fields, camera, orientation),
  };
}

function typeOf(panorama: boolean, placed: boolean): EntryType {
  if (panorama) return placed ? EntryType.GeoPanorama : EntryType.Panorama;
  return placed ? EntryType.GeoImage : EntryType.Image;
}

function photoProperties(
  facts: PhotoFacts,
  fields: PhotoFields,
  position: PhotoPosition | null,
  { make, model, name, thermal, focalLength, focalLength35, sensor }: Camera,
  orientation: CameraOrientation,
): Readonly<Record<string, unknown>> {
  return {
    captureTime: captureTime(fields, position) ?? 0,
    orientation: facts.orientation,
    make: make ?? 'unknown',
    model: model ?? 'unknown',
    ...known<number | string>({
      sensor: name,
      sensorWidth: sensor?.[0] ?? null,
      sensorHeight: sensor?.[1] ?? null,
      sensorCategory: thermal ? 'thermal' : null,
      focalLength,
      focalLength35,
    }),
    cameraYaw: orientation.yaw,
    cameraPitch: orientation.pitch,
    cameraRoll: orientation.roll,
    hasCameraOrientation: orientation.known,
    ...known({ altitudeReference: (position?.altitude ?? null) === null ? null : altitudeReference(fields) }),
    ...flightAttitude(fields),
    ...flightProperties(fields),
  };
}

/** Higher than any survey flight: what is above is damage. */
const MAX_HEIGHT = 20_000;

function footprint(
  position: PhotoPosition,
  fields: PhotoFields,
  { sensor, focalLength }: Camera,
  { yaw, pitch }: CameraOrientation,
): PolygonGeometry | null {
  const height = relativeAltitude(fields);
  if (height === null || height <= 0 || height > MAX_HEIGHT || sensor === null || focalLength === null) return null;
  const aperture = [sensor[0] / focalLength, sensor[1] / focalLength] as const;
  const altitude = position.altitude ?? height;
  const ring = groundFootprint({ ...position, altitude, height, yaw, pitch, aperture });
  return { type: 'Polygon', coordinates: [ring] };
}
