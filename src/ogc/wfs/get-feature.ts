import { Readable } from 'node:stream';
import { csvEncoding, csvHead, type FeatureEncoding, geoJsonEncoding } from '../../kinds/vector/index.ts';
import { sendMade } from '../answers.ts';
import { featureIdPrefix } from '../filters/feature-ids.ts';
import { GEOMETRY_NAME } from '../filters/properties.ts';
import { failOgc } from '../ogc-error.ts';
import type { OgcCall } from '../service.ts';
import { collectionTail, gmlCollectionHead, jsonCollectionHead, pageLinks } from './collection.ts';
import type { WfsDependencies } from './dependencies.ts';
import { DIALECTS, type Dialect } from './dialect.ts';
import { etagOfFeatures, findFeatures, type FoundFeatures } from './feature-pages.ts';
import { type FeatureRequest, readFeatureRequest, type TypeQuery } from './feature-request.ts';
import { gmlEncoding } from './gml-encoder.ts';
import { type OutputFormat, readFormat } from './output-format.ts';

/** GetFeature: the features of one type or more, as they are read. */
export async function getFeature(call: OgcCall, dialect: Dialect, dependencies: WfsDependencies): Promise<unknown> {
  const format = readFormat(call.kvp.text('outputFormat'), dialect.version);
  const request = await readFeatureRequest(call, dialect, dependencies);
  if (format.kind === 'csv' && request.queries.length > 1)
    throw failOgc('InvalidParameterValue', 'A table has features of one type; ask for one at a time.', 'outputFormat');
  const { features } = dependencies;
  const found = await findFeatures(request, features, call.signal);
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

/** What stands before and behind the features. */
function ends(
  format: OutputFormat,
  request: FeatureRequest,
  found: FoundFeatures,
  call: OgcCall,
): readonly [string, string] {
  const links = pageLinks(call, request, found.matched);
  switch (format.kind) {
    case 'geojson':
      return [jsonCollectionHead(request, found, links), ']}\n'];
    case 'csv':
      return [csvHead(csvOptions(request.queries[0]!)), ''];
    case 'gml': {
      const dialect = DIALECTS[format.version];
      const types = request.queries.map(({ layer }) => layer.safeName);
      return [gmlCollectionHead({ dialect, types, request, found, links, address: call.address }), collectionTail];
    }
  }
}

const csvOptions = ({ layer, properties, hasGeometry }: TypeQuery) => ({
  idPrefix: featureIdPrefix(layer),
  names: properties.map(({ name }) => name),
  hasGeometry,
});

function encodingOf(format: OutputFormat, type: TypeQuery, { crs }: FeatureRequest): FeatureEncoding {
  const { layer, properties, hasGeometry } = type;
  const code = crs.crs.code;
  switch (format.kind) {
    case 'csv':
      return csvEncoding(csvOptions(type), { crs: code });
    case 'geojson': {
      const columns = properties.map(({ name }) => name);
      return geoJsonEncoding({ idPrefix: featureIdPrefix(layer), hasGeometry }, { crs: code, columns });
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
