import { Readable } from 'node:stream';
import { booleanNames, type FeatureEncoding, geoJsonEncoding, MOST_IN_FILE } from '../../kinds/vector/index.ts';
import { sendMade } from '../answers.ts';
import { type FileForm, linkHeader, nameInFile, sendFeatureFile } from '../feature-files.ts';
import { featureIdPrefix } from '../filters/feature-ids.ts';
import { GEOMETRY_NAME } from '../filters/properties.ts';
import { failOgc } from '../ogc-error.ts';
import type { OgcCall } from '../service.ts';
import { collectionTail, gmlCollectionHead, jsonCollectionHead, pageLinks } from './collection.ts';
import type { WfsDependencies } from './dependencies.ts';
import { DIALECTS, type Dialect } from './dialect.ts';
import { etagOfFeatures, findFeatures, type FoundFeatures } from './feature-pages.ts';
import { COUNT_MAX, type FeatureRequest, readFeatureRequest, type TypeQuery } from './feature-request.ts';
import { gmlEncoding } from './gml-encoder.ts';
import { type OutputFormat, readFormat } from './output-format.ts';

/** GetFeature: the features of one type or more, as they are read. */
export async function getFeature(call: OgcCall, dialect: Dialect, dependencies: WfsDependencies): Promise<unknown> {
  const format = readFormat(call.kvp.text('outputFormat'), dialect.version);
  const most = isFile(format) ? MOST_IN_FILE : COUNT_MAX;
  const request = await readFeatureRequest(call, dialect, dependencies, most);
  if (request.queries.length > 1 && (format.kind === 'csv' || format.kind === 'flatgeobuf'))
    throw failOgc('InvalidParameterValue', 'A table has features of one type; ask for one at a time.', 'outputFormat');
  if (request.isHits && isFile(format))
    throw failOgc(
      'InvalidParameterValue',
      'Such a file has no place for the number of hits; ask as GML or JSON.',
      'resultType',
    );
  const found = await findFeatures(request, dependencies.features, call.signal);
  return isFile(format)
    ? sendFile(call, { format, request, found }, dependencies)
    : sendWritten(call, { format, request, found }, dependencies);
}

const isFile = (format: OutputFormat): format is FileForm => Object.hasOwn(format, 'extension');
type Written = Exclude<OutputFormat, FileForm>;

interface Answer<Format extends OutputFormat> {
  readonly format: Format;
  readonly request: FeatureRequest;
  readonly found: FoundFeatures;
}

/** Sends what was found as text, as it is read. */
function sendWritten(
  call: OgcCall,
  { format, request, found }: Answer<Written>,
  { features }: WfsDependencies,
): Promise<unknown> {
  const etag = etagOfFeatures(call, found);
  return sendMade(call, { etag, isWeak: true, type: format.type, keeping: 'asked' }, () => {
    const [head, tail] = ends(format, request, found, call);
    return Promise.resolve(Readable.from(piecesOf(head, tail)));
  });

  async function* piecesOf(head: string, tail: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(head);
    let isFirst = true;
    for (const { type, page } of found.parts) {
      if (page.ids.length === 0) continue;
      if (!isFirst && format.kind === 'geojson') yield Buffer.from(',\n');
      isFirst = false;
      yield* features.write(page, encodingOf(format, type, request), call.signal);
    }
    yield Buffer.from(tail);
  }
}

/** Sends what was found as a file, with the pages beside it in a header. */
function sendFile(
  call: OgcCall,
  { format: form, request, found }: Answer<FileForm>,
  { featureFiles }: WfsDependencies,
): Promise<unknown> {
  const etag = etagOfFeatures(call, found);
  const { next, previous } = pageLinks(call, request, found.matched);
  const beside = [
    { rel: 'next', href: next },
    { rel: 'prev', href: previous },
  ].flatMap(({ rel, href }) => (href === undefined ? [] : [{ rel, href, type: form.type }]));
  void call.reply.headers(linkHeader(beside));
  const pages = found.parts.map(({ type, page }) => ({
    page,
    name: nameInFile(type.layer),
    idPrefix: featureIdPrefix(type.layer),
    columns: type.properties.map(({ name }) => name),
    hasGeometry: type.hasGeometry,
    isSorted: type.query.sort !== undefined && type.query.sort.length > 0,
  }));
  const { layer } = request.queries[0]!;
  return sendFeatureFile(call, { form, etag, layer, pages, crs: request.crs.crs }, featureFiles);
}

/** What stands before and behind the features. */
function ends(
  format: Written,
  request: FeatureRequest,
  found: FoundFeatures,
  call: OgcCall,
): readonly [string, string] {
  const links = pageLinks(call, request, found.matched);
  switch (format.kind) {
    case 'geojson':
      return [jsonCollectionHead(request, found, links), ']}\n'];
    case 'gml': {
      const dialect = DIALECTS[format.version];
      const types = request.queries.map(({ layer }) => layer.safeName);
      return [gmlCollectionHead({ dialect, types, request, found, links, address: call.address }), collectionTail];
    }
  }
}

function encodingOf(format: Written, type: TypeQuery, { crs }: FeatureRequest): FeatureEncoding {
  const { layer, properties, hasGeometry } = type;
  const code = crs.crs.code;
  switch (format.kind) {
    case 'geojson': {
      const columns = properties.map(({ name }) => name);
      return geoJsonEncoding(
        { idPrefix: featureIdPrefix(layer), hasGeometry, booleans: booleanNames(layer.content.columns) },
        { crs: code, columns },
      );
    }
    case 'gml':
      return gmlEncoding(
        {
          type: layer.safeName,
          properties,
          content: 'feature',
          geometryName: hasGeometry ? GEOMETRY_NAME : undefined,
          wrapper: format.version === '2.0.0' ? 'wfs:member' : 'gml:featureMember',
          hasIds: format.version === '2.0.0',
          srsName: crs.name,
          isNorthFirst: crs.isNorthFirst,
        },
        { crs: code },
      );
  }
}
