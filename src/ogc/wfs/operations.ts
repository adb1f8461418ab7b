import { sendDocument } from '../answers.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import { requireService, type OgcCall } from '../service.ts';
import { negotiateVersion } from '../versions.ts';
import { writeCapabilities } from './capabilities.ts';
import { writeCapabilities11 } from './capabilities-1.1.ts';
import type { WfsDependencies } from './dependencies.ts';
import { describeTypes } from './describe-type.ts';
import { type Dialect, DIALECTS, VERSIONS } from './dialect.ts';
import { getFeature } from './get-feature.ts';
import { getPropertyValue } from './get-property-value.ts';
import { readFormat } from './output-format.ts';
import { readSections } from './sections.ts';
import {
  checkStoredQuery,
  describeStoredQueries,
  getFeatureById,
  listStoredQueries,
  vectorLayers,
  vectorsOf,
} from './stored-queries.ts';
import { readTypes } from './type-names.ts';

type Operation = (call: OgcCall, dialect: Dialect, dependencies: WfsDependencies) => Promise<unknown>;

/** Answers a request. @throws OgcError */
export async function answerWfs(call: OgcCall, dependencies: WfsDependencies): Promise<unknown> {
  const name = call.kvp.required('request');
  const operation = OPERATIONS.get(name.toLowerCase());
  if (operation === undefined)
    throw failOgc('OperationNotSupported', `The operation ${quoteInput(name)} is not offered.`, 'request');
  if (operation === getCapabilities || call.kvp.has('service')) requireService(call, 'WFS');
  const dialect = operation === getCapabilities ? DIALECTS[negotiateVersion(call.kvp, VERSIONS)] : dialectOf(call);
  if (dialect.version === '1.1.0' && ONLY_2.includes(name.toLowerCase()))
    throw failOgc('OperationNotSupported', `${quoteInput(name)} belongs to version 2.0.0.`, 'request');
  return operation(call, dialect, dependencies);
}

const getCapabilities: Operation = async (call, { version }, dependencies) => {
  const sections = readSections(call.kvp);
  const { view, address, signal } = call;
  const title = await dependencies.catalog.title(view);
  const set = await dependencies.catalog.list(view, signal);
  const write = version === '2.0.0' ? writeCapabilities : writeCapabilities11;
  const make = (): Promise<string> => write({ title, layers: vectorsOf(set), sections, address });
  // Each token has addresses of its own: their documents would push out those of everybody.
  const key = ['wfs', version, title, [...sections].sort(), address.href];
  const text = await (address.search === '' ? dependencies.documents.get(set, key, make, signal) : make());
  return sendDocument(call, { type: 'text/xml; charset=utf-8', keeping: 'asked', text });
};

const describeFeatureType: Operation = async (call, dialect, dependencies) => {
  const given = call.kvp.text('outputFormat');
  const format = readFormat(given === 'XMLSCHEMA' ? undefined : given, dialect.version);
  if (format.kind !== 'gml')
    throw failOgc('InvalidParameterValue', 'Types are described by schemas of GML.', 'outputFormat');
  const spoken = DIALECTS[format.version];
  const layers = await readTypes(call, dependencies.catalog);
  const text = await (layers === undefined ? describeAll(call, spoken, dependencies) : describeTypes(layers, spoken));
  return sendDocument(call, { type: format.type, keeping: 'asked', text });
};

const describeAll = async ({ view, signal }: OgcCall, dialect: Dialect, { catalog, documents }: WfsDependencies) => {
  const set = await catalog.list(view, signal);
  return documents.get(set, ['wfs types', dialect.version], () => describeTypes(vectorsOf(set), dialect), signal);
};

const getFeatureOrStored: Operation = async (call, dialect, dependencies) => {
  const stored = call.kvp.text('storedQuery_id');
  if (stored === undefined) return getFeature(call, dialect, dependencies);
  checkStoredQuery(stored, 'storedQuery_id');
  return getFeatureById(call, dialect, dependencies);
};

const listQueries: Operation = async (call, dialect, dependencies) => {
  const text = listStoredQueries(await vectorLayers(call, dependencies), dialect);
  return sendDocument(call, { type: 'text/xml; charset=utf-8', keeping: 'asked', text });
};

const describeQueries: Operation = async (call, dialect, dependencies) => {
  for (const id of call.kvp.list('storedQuery_id') ?? []) if (id !== '') checkStoredQuery(id, 'storedQuery_id');
  const text = describeStoredQueries(await vectorLayers(call, dependencies), dialect);
  return sendDocument(call, { type: 'text/xml; charset=utf-8', keeping: 'asked', text });
};

const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ['getcapabilities', getCapabilities],
  ['describefeaturetype', describeFeatureType],
  ['getfeature', getFeatureOrStored],
  ['getpropertyvalue', getPropertyValue],
  ['liststoredqueries', listQueries],
  ['describestoredqueries', describeQueries],
]);
const ONLY_2 = ['getpropertyvalue', 'liststoredqueries', 'describestoredqueries'];

/** The version of a request that names one exactly; the highest where it names none. @throws InvalidParameterValue */
function dialectOf({ kvp }: OgcCall): Dialect {
  const version = kvp.text('version');
  if (version === undefined) return DIALECTS['2.0.0'];
  const [, major, minor] = /^(\d)\.(\d)(?:\.\d{1,2})?$/.exec(version) ?? [];
  const found = VERSIONS.find((known) => known.startsWith(`${major}.${minor}.`));
  if (found !== undefined) return DIALECTS[found];
  throw failOgc('InvalidParameterValue', `The versions of this service are ${VERSIONS.join(', ')}.`, 'version');
}
