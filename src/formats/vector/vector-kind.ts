import type { VectorFormat } from '../../engine/index.ts';
import type { Candidate } from '../candidate.ts';

/** The formats of vector files by extension, each with a look at whether the content can be that. */
const KINDS: Readonly<Record<string, readonly [VectorFormat, (candidate: Candidate) => boolean]>> = {
  geojson: ['geojson', isJson],
  topojson: ['topojson', isJson],
  fgb: ['flatgeobuf', ({ signature }) => signature === 'flatgeobuf'],
  gpkg: ['geopackage', ({ signature }) => signature === 'sqlite'],
  shp: ['shapefile', ({ signature }) => signature === 'shapefile'],
  shz: ['zipped shapefile', ({ signature }) => signature === 'zip'],
  kml: ['kml', isXml],
  kmz: ['kmz', ({ signature }) => signature === 'zip'],
  dxf: ['dxf', isDrawing],
  dwg: ['dwg', ({ signature }) => signature === 'dwg'],
};

/** Whether a file's name promises a vector file. */
export const isVectorName = ({ extension }: Candidate): boolean => Object.hasOwn(KINDS, extension);

/** The format of a file, or null when its content is not what its name says. */
export function vectorFormatOf(candidate: Candidate): VectorFormat | null {
  const [format, matches] = KINDS[candidate.extension] ?? [null, () => false];
  return matches(candidate) ? format : null;
}

/** The beginning of a text, without the mark of its encoding and white space. */
const textStart = ({ head }: Candidate): string =>
  head
    .toString('latin1', 0, 4096)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();

function isJson(candidate: Candidate): boolean {
  return candidate.signature === null && textStart(candidate).startsWith('{');
}

function isXml(candidate: Candidate): boolean {
  return candidate.signature === null && /^<[?!a-zA-Z]/.test(textStart(candidate));
}

/** A drawing as text begins with pairs of a group code and a value, comments (999) or a section (0) first; binary ones say so. */
function isDrawing(candidate: Candidate): boolean {
  return /^(?:(?:0|999)[ \t]*\r?\n|AutoCAD Binary DXF)/.test(textStart(candidate));
}
