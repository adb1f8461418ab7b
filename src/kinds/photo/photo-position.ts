import type { PhotoFields } from './photo-fields.ts';

/** Where the camera was, in WGS 84 degrees and metres. */
export interface PhotoPosition {
  readonly longitude: number;
  readonly latitude: number;
  /** Above the sea or the ellipsoid, as the camera counts; null when the file does not say. */
  readonly altitude: number | null;
}

/** Higher than any aircraft; what is above is damage. */
const MAX_ALTITUDE = 100_000;

/**
 * The position of a photograph: that of EXIF, and over it the finer one that drones write into XMP, each for itself. Null when
 * there is none, when it is nowhere on Earth, and for 0° 0°, which receivers without a fix write.
 */
export function photoPosition(fields: PhotoFields): PhotoPosition | null {
  const place = dronePlace(fields) ?? exifPlace(fields);
  if (place === null) return null;
  const altitude = fields.xmpNumber('drone-dji:AbsoluteAltitude', 'drone:AbsoluteAltitude') ?? exifAltitude(fields);
  const [latitude, longitude] = place;
  return { longitude, latitude, altitude: altitude !== null && Math.abs(altitude) < MAX_ALTITUDE ? altitude : null };
}

type Place = readonly [latitude: number, longitude: number];

function dronePlace(fields: PhotoFields): Place | null {
  const latitude = fields.xmpNumber('drone-dji:GpsLatitude', 'drone-dji:Latitude');
  // Older firmware misspells the longitude.
  const longitude = fields.xmpNumber('drone-dji:GpsLongitude', 'drone-dji:GpsLongtitude', 'drone-dji:Longitude');
  return onEarth(latitude, longitude);
}

function exifPlace(fields: PhotoFields): Place | null {
  const signed = (name: string, negative: string): number | null => {
    const degrees = sexagesimal(fields.exifNumbers(name));
    if (degrees === null) return null;
    const reference = fields.exifText(`${name}Ref`)?.toUpperCase() ?? '';
    return reference.startsWith(negative) ? -Math.abs(degrees) : degrees;
  };
  return onEarth(signed('GPSLatitude', 'S'), signed('GPSLongitude', 'W'));
}

/** Degrees, minutes and seconds, of which the last may be missing. */
function sexagesimal([degrees, minutes = 0, seconds = 0]: readonly number[]): number | null {
  if (degrees === undefined || minutes < 0 || minutes >= 60 || seconds < 0 || seconds > 60) return null;
  return degrees + minutes / 60 + seconds / 3600;
}

function onEarth(latitude: number | null, longitude: number | null): Place | null {
  if (latitude === null || longitude === null) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return latitude === 0 && longitude === 0 ? null : [latitude, longitude];
}

/** References of EXIF 3.0 that count downwards: from the sea (of EXIF 2 as well), and from the other of sea and ellipsoid. */
const BELOW = [1, 3];

function exifAltitude(fields: PhotoFields): number | null {
  const altitude = fields.exifNumber('GPSAltitude');
  if (altitude === null) return null;
  return BELOW.includes(fields.exifNumber('GPSAltitudeRef') ?? 0) ? -Math.abs(altitude) : altitude;
}
