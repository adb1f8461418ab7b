import {
  asciiWithout,
  type Encoder,
  type FeatureEncoding,
  type FeatureSelection,
  type GeoValue,
  textPiece,
  type TextWriter,
} from '../../kinds/vector/index.ts';
import { escapeXml, writeAttributes } from '../../geodata/xml.ts';
import { PREFIX } from './dialect.ts';
import { type GmlForm, gmlWriter } from './gml-geometry.ts';

export interface GmlOptions extends GmlForm {
  /** Safe name of the type. */
  readonly type: string;
  /** Attributes and what they are called here, in the order of the schema. */
  readonly properties: readonly { readonly name: string; readonly safeName: string }[];
  /** Name of the geometry; undefined where it is not asked for. */
  readonly geometryName: string | undefined;
  /** Element around each; empty for none. */
  readonly wrapper: string;
  readonly content: 'feature' | 'value' | 'id';
  /** Namespaces, for a feature that is a document of its own. */
  readonly namespaces?: Readonly<Record<string, string>>;
}

/** Features, or single values of them, as elements of GML, a line for each property. */
export const gmlEncoding = (
  options: GmlOptions,
  selection: Omit<FeatureSelection, 'columns'> = {},
): FeatureEncoding => ({
  ...selection,
  columns: options.properties.map(({ name }) => name),
  module: new URL('./gml-encoder.ts', import.meta.url),
  options,
});

/** What the threads load of this module. Names are safe: they need no escapes. */
export function createEncoder(options: GmlOptions, columns: readonly string[]): Encoder {
  const { type, properties, geometryName, wrapper, content, namespaces = {} } = options;
  const [opening, closing] = wrapper === '' ? ['', ''] : [`  <${wrapper}>\n`, `  </${wrapper}>\n`];
  if (content === 'id') return ({ fid }, out) => out.text(`  <${wrapper}>${type}.${fid}</${wrapper}>\n`);
  const isFeature = content === 'feature';
  const indent = wrapper === '' ? '' : '    ';
  const element = `${PREFIX}:${type}`;
  const attributes = `${writeAttributes(namespaces)} gml:id="${type}.`;
  const start = textPiece(isFeature ? `${opening}${indent}<${element}${attributes}` : opening);
  const startEnd = textPiece('">\n');
  const end = textPiece(isFeature ? `${indent}</${element}>\n${closing}` : closing);
  const property = (name: string) => ({
    before: textPiece(`      <${PREFIX}:${name}>`),
    after: textPiece(`</${PREFIX}:${name}>\n`),
  });
  const values = properties.map(({ name, safeName }) => ({ place: columns.indexOf(name), ...property(safeName) }));
  const shape = geometryName === undefined ? undefined : property(geometryName);
  const writeGeometry = gmlWriter(options, { before: `${type}.`, after: `.${geometryName}` });
  return ({ fid, geometry, values: given }, out) => {
    out.piece(start);
    if (isFeature) {
      out.number(fid, 0);
      out.piece(startEnd);
    }
    if (shape !== undefined && geometry !== null) {
      out.piece(shape.before);
      writeGeometry(out, geometry, fid);
      out.piece(shape.after);
    }
    for (const { place, before, after } of values) {
      const value = given[place] ?? null;
      // A schema has no other word for null than to leave it out.
      if (value === null) continue;
      out.piece(before);
      writeValue(out, value);
      out.piece(after);
    }
    out.piece(end);
  };
}

/** What XML writes as it is. */
const PLAIN = asciiWithout('&<>"');

function writeValue(out: TextWriter, value: Exclude<GeoValue, null>): void {
  if (typeof value === 'string') {
    if (!out.plainText(value, PLAIN)) out.text(escapeXml(value));
  } else if (value instanceof Uint8Array) out.text(Buffer.from(value).toString('base64'));
  // XML Schema has its own words for these.
  else out.text(typeof value === 'number' ? String(value).replace('Infinity', 'INF') : String(value));
}
