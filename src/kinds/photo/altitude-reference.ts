import type { PhotoFields } from './photo-fields.ts';

/** What the altitude of a photo is counted from. */
export type AltitudeReference = 'sea' | 'ellipsoid';

/** Receivers of DJI that correct their position: single, float, fixed. They count from the ellipsoid, the others from the sea. */
const RTK_FLAGS = [16, 34, 50];
/** References of EXIF: above and below the sea in all versions before 3.0, which has 2 and 3 for that, and the ellipsoid in their place. */
const [PLAIN, OF_SEA] = [
  [0, 1],
  [2, 3],
];

/** What the altitude that `photoPosition` takes is counted from; null where the file does not say. */
export function altitudeReference(fields: PhotoFields): AltitudeReference | null {
  const told = droneReference(fields) ?? namedReference(fields);
  // Drones of other makers write an altitude of their own, and nothing of what it is counted from; that of EXIF is not taken then.
  return told ?? (fields.xmpNumber('drone:AbsoluteAltitude') === null ? exifReference(fields) : null);
}

function droneReference(fields: PhotoFields): AltitudeReference | null {
  if (fields.xmpNumber('drone-dji:AbsoluteAltitude') === null) return null;
  const isCorrected =
    /rtk/i.test(fields.xmpText('drone-dji:AltitudeType') ?? '') ||
    RTK_FLAGS.includes(fields.xmpNumber('drone-dji:RtkFlag') ?? 0);
  return isCorrected ? 'ellipsoid' : 'sea';
}

/** The vertical system in the namespace of Pix4D: "ellipsoidal", or the name of another one. */
function namedReference(fields: PhotoFields): AltitudeReference | null {
  const name = fields.xmpText('Camera:VertCS');
  if (name === null || name.trim() === '') return null;
  return /ellipsoid/i.test(name) ? 'ellipsoid' : 'sea';
}

function exifReference(fields: PhotoFields): AltitudeReference | null {
  const reference = fields.exifNumber('GPSAltitudeRef');
  if (reference === null || fields.exifNumber('GPSAltitude') === null) return null;
  if (OF_SEA.includes(reference)) return 'sea';
  if (!PLAIN.includes(reference)) return null;
  return isExif3(fields) ? 'ellipsoid' : 'sea';
}

/** The version is four digits, "0300", which readers hand out as their codes. */
function isExif3(fields: PhotoFields): boolean {
  const digits = fields.exifNumbers('ExifVersion').map((code) => String.fromCharCode(code));
  return (fields.exifText('ExifVersion') ?? digits.join('')) >= '03';
}
