import { FILE_FORMS, type FileForm } from '../feature-files.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import { DIALECTS, type WfsVersion } from './dialect.ts';

/** A form that is one text for all versions. */
interface TextFormat {
  readonly kind: 'geojson';
  readonly type: string;
}

/** A form of features. `version` is the one whose GML is meant. */
export type OutputFormat =
  | { readonly kind: 'gml'; readonly version: WfsVersion; readonly type: string }
  | TextFormat
  | FileForm;

const GML_32_ALIKE = 'text/xml; subtype=gml/3.2';
const GEOJSON: OutputFormat = { kind: 'geojson', type: 'application/geo+json' };
const PLAIN_JSON: OutputFormat = { kind: 'geojson', type: 'application/json' };

const gml = (version: WfsVersion, type = DIALECTS[version].gmlType): OutputFormat => ({ kind: 'gml', version, type });

/** By name in lower case, without spaces and without plus signs, which addresses turn into spaces. */
const FORMATS = new Map<string, OutputFormat>(
  Object.entries({
    'application/gmlxml;version=3.2': gml('2.0.0'),
    'text/xml;subtype=gml/3.2': gml('2.0.0', GML_32_ALIKE),
    'text/xml;subtype=gml/3.2.1': gml('2.0.0', GML_32_ALIKE),
    gml32: gml('2.0.0'),
    'text/xml;subtype=gml/3.1.1': gml('1.1.0'),
    'application/gmlxml;version=3.1': gml('1.1.0'),
    gml3: gml('1.1.0'),
    'application/json': PLAIN_JSON,
    'application/json;subtype=geojson': PLAIN_JSON,
    'application/geojson': GEOJSON,
    'application/vnd.geojson': GEOJSON,
    json: PLAIN_JSON,
    geojson: GEOJSON,
    'text/csv': FILE_FORMS.csv,
    csv: FILE_FORMS.csv,
    'application/flatgeobuf': FILE_FORMS.fgb,
    flatgeobuf: FILE_FORMS.fgb,
    fgb: FILE_FORMS.fgb,
    'application/geopackagesqlite3': FILE_FORMS.gpkg,
    geopackage: FILE_FORMS.gpkg,
    gpkg: FILE_FORMS.gpkg,
  }),
);
/** Each version's own GML. */
const OWN = ['text/xml', 'application/xml', 'application/gmlxml', 'gml', 'xml'];

/** What capabilities list, the default first. */
export const advertisedFormats = (version: WfsVersion): readonly string[] => [
  ...(version === '2.0.0'
    ? [DIALECTS['2.0.0'].gmlType, GML_32_ALIKE, DIALECTS['1.1.0'].gmlType]
    : [DIALECTS['1.1.0'].gmlType, DIALECTS['2.0.0'].gmlType]),
  'application/json',
  'application/geo+json',
  'text/csv',
  FILE_FORMS.fgb.type,
  FILE_FORMS.gpkg.type,
];

/** @throws InvalidParameterValue */
export function readFormat(text: string | undefined, version: WfsVersion): OutputFormat {
  const name = (text ?? '').toLowerCase().replaceAll(/[\s+"]/g, '');
  if (name === '' || OWN.includes(name)) return gml(version);
  const found = FORMATS.get(name);
  if (found !== undefined) return found;
  throw failOgc('InvalidParameterValue', `The format ${quoteInput(text ?? '')} is not offered.`, 'outputFormat');
}
