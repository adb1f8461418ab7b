import { csvLayout } from './read/csv-columns.ts';
import type { VectorFormat } from './read/open-vector.ts';
import type { Candidate, Signature } from '../../inspection/index.ts';

type Kind = (candidate: Candidate) => VectorFormat | null;

/** A kind told by one look at the content. */
const when =
  (format: VectorFormat, matches: (candidate: Candidate) => boolean): Kind =>
  (candidate) =>
    matches(candidate) ? format : null;
const signed = (format: VectorFormat, signature: Signature): Kind =>
  when(format, (file) => file.signature === signature);

const LINES = when('geojson lines', isJson);

/** What a file can be by its extension, each with a look at whether the content can be that. */
const KINDS: Readonly<Record<string, Kind>> = {
  geojson: (file) => (isJson(file) ? (isLines(file) ? 'geojson lines' : 'geojson') : null),
  geojsonl: LINES,
  geojsons: LINES,
  ndgeojson: LINES,
  topojson: when('topojson', isJson),
  fgb: signed('flatgeobuf', 'flatgeobuf'),
  gpkg: signed('geopackage', 'sqlite'),
  shp: signed('shapefile', 'shapefile'),
  shz: signed('zipped shapefile', 'zip'),
  'shp.zip': signed('zipped shapefile', 'zip'),
  kml: when('kml', isXml),
  kmz: signed('kmz', 'zip'),
  gml: when('gml', isXml),
  gpx: when('gpx', isXml),
  dxf: when('dxf', isDrawing),
  dwg: signed('dwg', 'dwg'),
};

/** Tables, most of which hold no coordinates: their name promises nothing. */
const TABLES = ['csv', 'tsv'];

/** Whether a file's name promises a vector file, or its content is a table with coordinates. */
export const isVectorName = (candidate: Candidate): boolean =>
  Object.hasOwn(KINDS, candidate.extension) || isPlacedTable(candidate);

/** The format of a file, or null when its content is not what its name says. */
export function vectorFormatOf(candidate: Candidate): VectorFormat | null {
  if (isPlacedTable(candidate)) return 'csv';
  return Object.hasOwn(KINDS, candidate.extension) ? (KINDS[candidate.extension]?.(candidate) ?? null) : null;
}

function isPlacedTable({ extension, signature, head, size }: Candidate): boolean {
  if (!TABLES.includes(extension) || signature !== null || head.includes(0)) return false;
  return csvLayout(head.toString('utf8'), size > head.length) !== null;
}

/** The beginning of a text, without the mark of its encoding and white space. */
const textStart = ({ head }: Candidate): string =>
  head
    .toString('latin1', 0, 4096)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();

/** What some programs write before each feature. */
const RECORD_MARK = '\x1e';

function isJson(candidate: Candidate): boolean {
  return candidate.signature === null && textStart(candidate).replace(RECORD_MARK, '').startsWith('{');
}

/** One feature a line: a first line that is a whole one, or the mark (RS) that some write before each. */
function isLines(candidate: Candidate): boolean {
  const text = candidate.head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (text.startsWith(RECORD_MARK)) return true;
  const [first, ...others] = text.split('\n');
  if (first === undefined || !others.join('\n').trimStart().startsWith('{')) return false;
  try {
    const value: unknown = JSON.parse(first);
    return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Feature';
  } catch {
    return false; // a document over many lines
  }
}

function isXml(candidate: Candidate): boolean {
  return candidate.signature === null && /^<[?!a-zA-Z]/.test(textStart(candidate));
}

/** A drawing as text begins with pairs of a group code and a value, comments (999) or a section (0) first; binary ones say so. */
function isDrawing(candidate: Candidate): boolean {
  return /^(?:(?:0|999)[ \t]*\r?\n|AutoCAD Binary DXF)/.test(textStart(candidate));
}
