import { Readable } from 'node:stream';
import { etagMatches } from '../../http/index.ts';
import { type Crs, type Projections, uriOf } from '../../projections/index.ts';
import {
  type FeatureEncoding,
  type FeatureFiles,
  type FeaturePage,
  type Features,
  type FilePage,
  booleanNames,
  geoJsonEncoding,
} from '../../kinds/vector/index.ts';
import { cacheControl, etagOfParts } from '../answers.ts';
import { FILE_FORMS, type FileFormName, linkHeader, nameInFile, sendFeatureFile } from '../feature-files.ts';
import type { VectorLayer } from '../layers/layer.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import { addressOf, type ApiCall, CSV, formatOf, GEOJSON, JSON_TYPE, type Link, selfLinks } from './api-call.ts';
import { pathOf } from './collections.ts';
import { readCrs } from './crs-list.ts';
import { type ItemsQuery, MAX_LIMIT, readItemsQuery } from './items-query.ts';
import { featureHtml } from './feature-html.ts';
import { itemLinks } from './item-links.ts';
import { featurePage, itemsPage } from './pages.ts';
import { sendPage } from './html.ts';

export interface ItemsDependencies {
  readonly features: Features;
  readonly featureFiles: FeatureFiles;
  readonly projections: Projections;
}

/** Representations of a page beside JSON and HTML. */
const OTHERS = {
  geojson: undefined,
  csv: CSV,
  fgb: FILE_FORMS.fgb.type,
  gpkg: FILE_FORMS.gpkg.type,
} as const;

/** Sends a page of the features of a layer. */
export async function sendItems(call: ApiCall, layer: VectorLayer, dependencies: ItemsDependencies): Promise<unknown> {
  const { features, projections } = dependencies;
  const format = formatOf(call, OTHERS);
  const asked = await readItemsQuery(call, layer, projections, format);
  const page = await features.find(layer.file, asked.query, call.signal);
  const links = itemLinks(call, layer, page, asked, format);
  if (format === 'html') {
    const rows = features.write(page, rowsOf(call, layer), call.signal);
    return sendPage(call, await itemsPage(call, layer, { page, rows, links, offset: asked.query.offset }));
  }
  if (isFile(format)) return sendTable(call, layer, { format, page, asked, links }, dependencies);
  const { code } = asked.crs;
  if (isKnown(call, ['items', layer.file.version, asked, call.address.href])) return call.reply.code(304).send();
  void call.reply.header('content-crs', `<${uriOf(code)}>`);
  const { hasGeometry } = asked;
  // Positions that nobody gets need no other CRS.
  const encoding = geoJsonEncoding(
    { isNorthFirst: isNorthFirst(asked.crs), hasGeometry, booleans: booleanNames(layer.content.columns) },
    hasGeometry ? { crs: code } : {},
  );
  const head = {
    type: 'FeatureCollection',
    numberMatched: page.matched,
    numberReturned: page.ids.length,
    timeStamp: new Date().toISOString(),
    links,
  };
  if (page.ids.length > MAX_LIMIT) {
    const { stream } = await dependencies.featureFiles.geoJson(filePageOf(layer, page, asked), {
      encoding,
      frame: frameOf(head),
      signal: call.signal,
    });
    return call.reply.type(GEOJSON).send(stream);
  }
  const pieces = features.write(page, encoding, call.signal);
  return call.reply.type(GEOJSON).send(Readable.from(framed(head, pieces), { objectMode: false }));
}

const isFile = (format: string): format is FileFormName => Object.hasOwn(FILE_FORMS, format);

interface TableParts {
  readonly format: FileFormName;
  readonly page: FeaturePage;
  readonly asked: ItemsQuery;
  readonly links: readonly Link[];
}

/** Sends a page in a form that has features alone: the links are in a header. */
function sendTable(
  call: ApiCall,
  layer: VectorLayer,
  { format, page, asked, links }: TableParts,
  { featureFiles }: ItemsDependencies,
): Promise<unknown> {
  const { crs } = asked;
  const parts = ['items', format, layer.name, layer.file.version, asked, call.address.href];
  void call.reply.headers({ 'content-crs': `<${uriOf(crs.code)}>`, ...linkHeader(links) });
  const etag = etagOfParts(parts);
  const pages = [filePageOf(layer, page, asked)];
  return sendFeatureFile(call, { form: FILE_FORMS[format], etag, layer, pages, crs }, featureFiles);
}

const filePageOf = (layer: VectorLayer, page: FeaturePage, { query, hasGeometry }: ItemsQuery): FilePage => ({
  page,
  name: nameInFile(layer),
  idPrefix: '',
  columns: namesOf(layer),
  hasGeometry: hasGeometry && layer.content.geometryType !== 'None',
  isSorted: query.sort !== undefined && query.sort.length > 0,
});

/** Sends one feature. @throws NotFound */
export async function sendItem(
  call: ApiCall,
  layer: VectorLayer,
  id: string,
  { features, projections }: ItemsDependencies,
): Promise<unknown> {
  const format = formatOf(call, { geojson: undefined });
  const crs = await readCrs('crs', call.query.get('crs'), layer, projections, call.signal);
  const ids = /^[1-9]\d{0,14}$/.test(id) ? [Number(id)] : [];
  const query = { table: layer.content.table, ids, limit: 1 };
  const page = ids.length === 0 ? undefined : await features.find(layer.file, query, call.signal);
  if (page === undefined || page.ids.length === 0)
    throw failOgc('NotFound', `There is no feature ${quoteInput(id)} in ${quoteInput(layer.name)}.`);
  const path = `${pathOf(layer)}/items/${ids[0]}`;
  const links: readonly Link[] = [
    ...selfLinks(call, path, format, GEOJSON),
    { href: addressOf(call, pathOf(layer)), rel: 'collection', type: JSON_TYPE, title: layer.title },
  ];
  if (format === 'html') {
    const entries = features.write(page, featureHtml({ kind: 'entries', names: namesOf(layer) }), call.signal);
    return sendPage(call, await featurePage(call, layer, { id: ids[0]!, entries, links }));
  }
  if (isKnown(call, ['item', layer.file.version, layer.name, id, crs.code, call.address.href]))
    return call.reply.code(304).send();
  void call.reply.header('content-crs', `<${uriOf(crs.code)}>`);
  // Members of the feature itself, without the brackets around them.
  const members = JSON.stringify({ links }).slice(1, -1);
  const encoding = geoJsonEncoding(
    { members, isNorthFirst: isNorthFirst(crs), booleans: booleanNames(layer.content.columns) },
    { crs: crs.code },
  );
  return call.reply
    .type(GEOJSON)
    .send(Readable.from(features.write(page, encoding, call.signal), { objectMode: false }));
}

const namesOf = ({ content }: VectorLayer): readonly string[] => content.columns.map(({ name }) => name);

function rowsOf(call: ApiCall, layer: VectorLayer): FeatureEncoding {
  const [before, behind] = addressOf(call, `${pathOf(layer)}/items/`, { f: 'html' }).split('?') as [string, string];
  return featureHtml({ kind: 'rows', names: namesOf(layer), address: [before, `?${behind}`] });
}

/** CRS84 and planes have x first whatever GeoJSON says; others as their authority orders the axes (OGC 18-058r1, 6.2). */
const isNorthFirst = ({ axisOrder }: Crs): boolean => axisOrder === 'yx';

/** Sets the headers of what may be kept, and tells whether the caller has it. The time it is written at makes no other answer. */
function isKnown({ request, reply, isPublic }: ApiCall, parts: unknown): boolean {
  const etag = etagOfParts(parts);
  void reply.headers({ etag: `W/${etag}`, 'cache-control': cacheControl(isPublic, 'asked') });
  return etagMatches(request.headers['if-none-match'], etag);
}

/** What stands before and behind the features. */
const frameOf = (head: object): readonly [head: Uint8Array, tail: Uint8Array] => [
  Buffer.from(`${JSON.stringify(head).slice(0, -1)},"features":[`),
  Buffer.from(']}\n'),
];

async function* framed(head: object, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const [start, end] = frameOf(head);
  yield start;
  yield* pieces;
  yield end;
}
