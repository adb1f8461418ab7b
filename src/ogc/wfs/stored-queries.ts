import { sendDocument } from '../answers.ts';
import { featureFinder } from '../filters/feature-ids.ts';
import { GEOMETRY_NAME, propertiesOf } from '../filters/properties.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import type { OgcCall } from '../service.ts';
import type { VectorLayer } from '../layers/layer.ts';
import type { LayerSet } from '../layers/layer-set.ts';
import { writeXml, xml } from '../../geodata/xml.ts';
import { namespacesOf } from './collection.ts';
import type { WfsDependencies } from './dependencies.ts';
import { DIALECTS, type Dialect, FEATURES_NAMESPACE, PREFIX } from './dialect.ts';
import { DEFAULT_CRS } from './feature-request.ts';
import { gmlEncoding } from './gml-encoder.ts';
import { findNamedCrs } from '../named-crs.ts';

/** The one stored query that every WFS has, in both spellings. */
export const GET_FEATURE_BY_ID = 'urn:ogc:def:query:OGC-WFS::GetFeatureById';
const SPELLINGS = [GET_FEATURE_BY_ID, 'http://www.opengis.net/def/query/OGC-WFS/0/GetFeatureById'];
const TITLE = 'Get feature by identifier';

/** @throws InvalidParameterValue for a query that is not stored */
export function checkStoredQuery(id: string, locator: string): void {
  if (!SPELLINGS.includes(id))
    throw failOgc('InvalidParameterValue', `There is no stored query ${quoteInput(id)}.`, locator);
}

/** The vector layers of a call, as stored queries and capabilities name them. */
export async function vectorLayers(
  { view, signal }: OgcCall,
  { catalog }: WfsDependencies,
): Promise<readonly VectorLayer[]> {
  return vectorsOf(await catalog.list(view, signal));
}

export const vectorsOf = ({ layers }: LayerSet): readonly VectorLayer[] =>
  layers.filter((layer) => layer.kind === 'vector');

const namespaces = ({ wfs }: Dialect): Readonly<Record<string, string>> => ({
  'xmlns:wfs': wfs,
  'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
  [`xmlns:${PREFIX}`]: FEATURES_NAMESPACE,
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': `${wfs} ${DIALECTS['2.0.0'].wfsSchema}`,
});

export function listStoredQueries(layers: readonly VectorLayer[], dialect: Dialect): string {
  const returned = layers.map(({ safeName }) => xml('wfs:ReturnFeatureType', {}, `${PREFIX}:${safeName}`));
  const query = xml('wfs:StoredQuery', { id: GET_FEATURE_BY_ID }, xml('wfs:Title', {}, TITLE), returned);
  // The schema wants a type: a dataset without any has none to name.
  const none = layers.length === 0 ? xml('wfs:ReturnFeatureType') : null;
  return writeXml(
    xml(
      'wfs:ListStoredQueriesResponse',
      namespaces(dialect),
      none === null ? query : { ...query, children: [...query.children, none] },
    ),
  );
}

export function describeStoredQueries(layers: readonly VectorLayer[], dialect: Dialect): string {
  const parameter = xml('wfs:Parameter', { name: 'id', type: 'xsd:string' });
  const text = xml('wfs:QueryExpressionText', {
    isPrivate: 'true',
    language: 'urn:ogc:def:queryLanguage:OGC-WFS::WFS_QueryExpression',
    returnFeatureTypes: layers.map(({ safeName }) => `${PREFIX}:${safeName}`).join(' '),
  });
  const description = xml(
    'wfs:StoredQueryDescription',
    { id: GET_FEATURE_BY_ID },
    xml('wfs:Title', {}, TITLE),
    parameter,
    text,
  );
  return writeXml(xml('wfs:DescribeStoredQueriesResponse', namespaces(dialect), description));
}

/** One feature as a document of its own. @throws NotFound */
export async function getFeatureById(call: OgcCall, dialect: Dialect, dependencies: WfsDependencies): Promise<unknown> {
  const { features, projections } = dependencies;
  const id = call.kvp.required('id');
  const named = featureFinder(await vectorLayers(call, dependencies))(id);
  const crs = await findNamedCrs(projections, call.kvp.text('srsName') ?? DEFAULT_CRS, call.signal);
  if (crs === undefined)
    throw failOgc('InvalidParameterValue', 'The coordinate reference system is not known.', 'srsName');
  const missing = failOgc('NotFound', `There is no feature ${quoteInput(id)}.`, 'id');
  if (named === undefined) throw missing;
  const { layer, number } = named;
  const page = await features.find(layer.file, { table: layer.content.table, ids: [number], limit: 1 }, call.signal);
  if (page.ids.length === 0) throw missing;
  const encoding = gmlEncoding(
    {
      type: layer.safeName,
      properties: propertiesOf(layer),
      geometryName: GEOMETRY_NAME,
      wrapper: '',
      content: 'feature',
      hasIds: true,
      srsName: crs.name,
      isNorthFirst: crs.isNorthFirst,
      namespaces: namespacesOf({ dialect, types: [layer.safeName], address: call.address }),
    },
    { crs: crs.crs.code },
  );
  const pieces: Uint8Array[] = [Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n')];
  for await (const piece of features.write(page, encoding, call.signal)) pieces.push(piece);
  return sendDocument(call, { type: dialect.gmlType, keeping: 'asked', text: Buffer.concat(pieces).toString() });
}
