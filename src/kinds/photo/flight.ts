import type { PhotoFields } from './photo-fields.ts';

/** Metres a second for the units of EXIF: km/h, miles an hour, knots. */
const SPEED_UNITS: Readonly<Record<string, number>> = { K: 1 / 3.6, M: 0.44704, N: 1852 / 3600 };

/** Height above the ground or the place of take-off, in metres; null when the file does not say. */
export function relativeAltitude(fields: PhotoFields): number | null {
  return fields.xmpNumber('drone-dji:RelativeAltitude', 'drone:RelativeAltitude', 'Camera:AboveGroundAltitude');
}

/** Speeds in m/s, accuracies in metres and directions in degrees, as properties; only what the file says. */
export function flightProperties(fields: PhotoFields): Readonly<Record<string, number | string>> {
  const speed = (axis: 'X' | 'Y' | 'Z'): number | null => fields.xmpNumber(`drone-dji:Flight${axis}Speed`);
  const [x, y, z] = [speed('X'), speed('Y'), speed('Z')];
  const level = x !== null && y !== null ? Math.hypot(x, y) : groundSpeed(fields);
  return known({
    relativeAltitude: relativeAltitude(fields),
    flightSpeed: level,
    flightSpeed3D: level !== null && z !== null ? Math.hypot(level, z) : null,
    flightSpeedX: x,
    flightSpeedY: y,
    flightSpeedZ: z,
    gpsXYAccuracy:
      fields.xmpNumber('Camera:GPSXYAccuracy') ??
      larger(fields.xmpNumber('drone-dji:RtkStdLon'), fields.xmpNumber('drone-dji:RtkStdLat')) ??
      fields.exifNumber('GPSHPositioningError'),
    gpsZAccuracy: fields.xmpNumber('Camera:GPSZAccuracy', 'drone-dji:RtkStdHgt'),
    gpsDop: fields.exifNumber('GPSDOP'),
    gpsImgDirection: fields.exifNumber('GPSImgDirection'),
    gpsImgDirectionRef: fields.exifText('GPSImgDirectionRef'),
    gpsTrack: fields.exifNumber('GPSTrack'),
    gpsTrackRef: fields.exifText('GPSTrackRef'),
  });
}

function groundSpeed(fields: PhotoFields): number | null {
  const speed = fields.exifNumber('GPSSpeed');
  return speed === null ? null : speed * (SPEED_UNITS[fields.exifText('GPSSpeedRef') ?? 'K'] ?? SPEED_UNITS['K']!);
}

const larger = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : Math.max(a, b);

/** Without the values that are not known. */
export function known<T>(values: Readonly<Record<string, T | null>>): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter((pair): pair is [string, T] => pair[1] !== null));
}
