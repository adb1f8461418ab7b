import { createRequire } from 'node:module';
import type Sharp from 'sharp';

const sharp = createRequire(import.meta.url)('sharp') as typeof Sharp;

/** EXIF by directory, in libvips' names and texts: IFD0, IFD2 (Exif), IFD3 (GPS). */
export type ExifTexts = Readonly<Record<string, Record<string, string>>>;

export interface PhotoOptions {
  readonly width?: number;
  readonly height?: number;
  readonly exif?: ExifTexts;
  /** Attributes of the one element of the packet, `drone-dji:RelativeAltitude` and the like; or the packet itself. */
  readonly xmp?: Readonly<Record<string, string>> | string;
  readonly format?: 'jpeg' | 'png' | 'webp' | 'tiff' | 'avif';
}

/** A grey picture with metadata. */
export function photoBytes({ width = 40, height = 30, exif, xmp, format = 'jpeg' }: PhotoOptions): Promise<Buffer> {
  let picture = sharp({ create: { width, height, channels: 3, background: 'grey' } }).toFormat(format);
  if (exif !== undefined) picture = picture.withExif(exif);
  if (xmp !== undefined) picture = picture.withXmp(typeof xmp === 'string' ? xmp : xmpPacket(xmp));
  return picture.toBuffer();
}

const NAMESPACES = [
  'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"',
  'xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/"',
  'xmlns:Camera="http://pix4d.com/camera/1.0"',
  'xmlns:GPano="http://ns.google.com/photos/1.0/panorama/"',
];

export function xmpPacket(attributes: Readonly<Record<string, string>>, elements = ''): string {
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  const description = `<rdf:Description rdf:about="" ${written.join(' ')}>${elements}</rdf:Description>`;
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${NAMESPACES.join(' ')}>${description}</rdf:RDF></x:xmpmeta>`;
}

/** A GPS directory of a position in degrees, above the sea: libvips writes no reference of the altitude. */
export function gpsTexts(latitude: number, longitude: number, altitude = 0): Record<string, string> {
  const degrees = (value: number): string => `${Math.round(Math.abs(value) * 1e6)}/1000000 0/1 0/1`;
  return {
    GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
    GPSLatitude: degrees(latitude),
    GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
    GPSLongitude: degrees(longitude),
    GPSAltitude: `${Math.round(altitude * 1000)}/1000`,
  };
}

/** A JPEG segment: mark, length, content. */
export function segment(mark: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, mark, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** The JPEG with segments put before all others. */
export const withSegments = (jpeg: Buffer, segments: readonly Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
