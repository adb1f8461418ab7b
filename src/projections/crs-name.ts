/** How a coordinate reference system was named; it decides the order of coordinates where a standard leaves it open. */
export interface CrsName {
  /** Authority and code: `EPSG:4326`, `OGC:CRS84`. */
  readonly code: string;
  /** `EPSG:4326`, `urn:ogc:def:crs:EPSG::4326` or `http://www.opengis.net/def/crs/EPSG/0/4326`. */
  readonly form: 'short' | 'urn' | 'uri';
}

const AUTHORITIES: Readonly<Record<string, string>> = { EPSG: 'EPSG', ESRI: 'ESRI', IGNF: 'IGNF', NKG: 'NKG' };
const SHORT = /^([A-Za-z]{3,8}):([A-Za-z0-9._-]{1,32})$/;
const URN = /^urn:(?:ogc|x-ogc|opengis):def:crs:([A-Za-z]{3,8}):[0-9.]{0,12}:([A-Za-z0-9._-]{1,32})$/i;
const URI = /^https?:\/\/www\.opengis\.net\/def\/crs\/([A-Za-z]{3,8})\/[0-9.]{1,12}\/([A-Za-z0-9._-]{1,32})\/?$/i;
const GML = /^https?:\/\/www\.opengis\.net\/gml\/srs\/epsg\.xml#([0-9]{1,8})$/i;
/** Names of Web Mercator from before it had a number. */
const WEB_MERCATOR = ['900913', '3785', '102100', '102113'];

/** Reads the name of a CRS in any of the forms that standards and clients use; undefined for anything else. */
export function readCrsName(text: string): CrsName | undefined {
  const trimmed = text.trim();
  const gml = GML.exec(trimmed);
  if (gml) return { code: codeOf('EPSG', gml[1]!)!, form: 'short' };
  for (const [form, pattern] of [
    ['urn', URN],
    ['uri', URI],
    ['short', SHORT],
  ] as const) {
    const [, authority, number] = pattern.exec(trimmed) ?? [];
    const code = authority && number ? codeOf(authority, number) : undefined;
    if (code !== undefined) return { code, form };
  }
  return undefined;
}

function codeOf(authority: string, number: string): string | undefined {
  const name = authority.toUpperCase();
  // CRS:84 of WMS, OGC:CRS84, urn:ogc:def:crs:OGC:1.3:CRS84.
  if (name === 'CRS' || name === 'OGC') return /^(?:CRS)?84$/i.test(number) ? 'OGC:CRS84' : undefined;
  if (AUTHORITIES[name] === undefined) return undefined;
  if (name === 'EPSG' && WEB_MERCATOR.includes(number)) return 'EPSG:3857';
  return `${name}:${number}`;
}

/** `urn:ogc:def:crs:EPSG::25832` of `EPSG:25832`. */
export function urnOf(code: string): string {
  const [authority, number] = code.split(':');
  return `urn:ogc:def:crs:${authority}:${authority === 'OGC' ? '1.3' : ''}:${number}`;
}

/** `http://www.opengis.net/def/crs/EPSG/0/25832` of `EPSG:25832`. */
export function uriOf(code: string): string {
  const [authority, number] = code.split(':');
  return `http://www.opengis.net/def/crs/${authority}/${authority === 'OGC' ? '1.3' : '0'}/${number}`;
}

/** The code that well-known text gives a CRS as a whole, from its last AUTHORITY or ID; undefined when it gives none. */
export function codeOfWkt(wkt: string): string | undefined {
  const [, authority, number] =
    /(?:AUTHORITY|ID)\s*\[\s*"([^"]{1,8})"\s*,\s*"?([A-Za-z0-9._-]{1,32})"?\s*\]\s*\]\s*$/.exec(wkt) ?? [];
  return authority && number ? codeOf(authority, number) : undefined;
}
