import { xml, type XmlElement } from '../../../geodata/xml.ts';

/** What stays true of a shot when its bands are in one file. */
const KEPT = [
  'AbsoluteAltitude',
  'RelativeAltitude',
  'GimbalYawDegree',
  'GimbalPitchDegree',
  'GimbalRollDegree',
  'FlightYawDegree',
  'FlightPitchDegree',
  'FlightRollDegree',
];

/**
 * An XMP packet that says where a shot was taken, for DJI's readers and for those of the EXIF schema of XMP (part 2 of its
 * specification: degrees, and minutes with fractions). Undefined for a shot without a position.
 *
 * @param position longitude and latitude in degrees
 */
export function shotMetadata(
  position: readonly [longitude: number, latitude: number] | null,
  xmp: ReadonlyMap<string, string>,
): XmlElement | undefined {
  if (position === null) return undefined;
  const [longitude, latitude] = position;
  const kept = KEPT.flatMap((name) => {
    const value = xmp.get(`drone-dji:${name}`);
    return value === undefined ? [] : [[`drone-dji:${name}`, value] as const];
  });
  const description = xml('rdf:Description', {
    'rdf:about': '',
    'xmlns:drone-dji': 'http://www.dji.com/drone-dji/1.0/',
    'xmlns:exif': 'http://ns.adobe.com/exif/1.0/',
    'exif:GPSLatitude': minutes(latitude, 'N', 'S'),
    'exif:GPSLongitude': minutes(longitude, 'E', 'W'),
    'drone-dji:GpsLatitude': latitude.toFixed(8),
    'drone-dji:GpsLongitude': longitude.toFixed(8),
    ...Object.fromEntries(kept),
  });
  const rdf = xml('rdf:RDF', { 'xmlns:rdf': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#' }, description);
  return xml('x:xmpmeta', { 'xmlns:x': 'adobe:ns:meta/' }, rdf);
}

function minutes(degrees: number, positive: string, negative: string): string {
  const whole = Math.floor(Math.abs(degrees));
  return `${whole},${((Math.abs(degrees) - whole) * 60).toFixed(6)}${degrees < 0 ? negative : positive}`;
}
