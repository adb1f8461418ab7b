import { Readable } from 'node:stream';
import { sendMade } from '../answers.ts';
import { GEOMETRY_NAME, propertiesOf, referTo } from '../filters/properties.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import type { OgcCall } from '../service.ts';
import { writeAttributes } from '../../geodata/xml.ts';
import { namespacesOf, pageLinks } from './collection.ts';
import type { WfsDependencies } from './dependencies.ts';
import type { Dialect } from './dialect.ts';
import { etagOfFeatures, findFeatures } from './feature-pages.ts';
import { readFeatureRequest, type FeatureRequest, type TypeQuery } from './feature-request.ts';
import { gmlEncoding, type GmlOptions } from './gml-encoder.ts';
import { readFormat } from './output-format.ts';

/** GetPropertyValue: the values of one property. Features without a value are left out, and not counted. */
export async function getPropertyValue(
  call: OgcCall,
  dialect: Dialect,
  dependencies: WfsDependencies,
): Promise<unknown> {
  if (call.kvp.has('valueReference') && call.kvp.text('valueReference') === undefined)
    throw failOgc('InvalidParameterValue', 'valueReference is empty; it names a property.', 'valueReference');
  const reference = call.kvp.required('valueReference');
  const format = readFormat(call.kvp.text('outputFormat'), dialect.version);
  if (format.kind !== 'gml' || format.version !== dialect.version)
    throw failOgc('InvalidParameterValue', 'Values of a property are given as GML 3.2.', 'outputFormat');
  const asked = await readFeatureRequest(call, dialect, dependencies);
  const request: FeatureRequest = { ...asked, queries: asked.queries.map((type) => withValue(type, reference)) };
  const { features } = dependencies;
  const found = await findFeatures(request, features, call.signal);
  const etag = etagOfFeatures(call, found);
  const types = request.queries.map(({ layer }) => layer.safeName);
  return sendMade(call, { etag, isWeak: true, type: format.type, keeping: 'asked' }, () => {
    const attributes = {
      ...namespacesOf({ dialect, types, address: call.address }),
      timeStamp: new Date().toISOString(),
      numberMatched: found.matched,
      numberReturned: found.returned,
      ...pageLinks(call, request, found.matched),
    };
    const head = `<?xml version="1.0" encoding="UTF-8"?>\n<wfs:ValueCollection${writeAttributes(attributes)}>\n`;
    return Promise.resolve(Readable.from(pieces(head)));
  });

  async function* pieces(head: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(head);
    for (const { type, page } of found.parts) {
      yield* features.write(
        page,
        gmlEncoding(valueOptions(type, reference, request), { crs: request.crs.crs.code }),
        call.signal,
      );
    }
    yield Buffer.from('</wfs:ValueCollection>\n');
  }
}

/** Only features that have a value. @throws InvalidParameterValue for what is no property */
function withValue(type: TypeQuery, reference: string): TypeQuery {
  const { layer, query } = type;
  const referred = referTo(layer, reference);
  if (referred === undefined)
    throw failOgc('InvalidParameterValue', `The features have no property ${quoteInput(reference)}.`, 'valueReference');
  if (referred === 'id') return type;
  const isMissing =
    referred === 'geometry'
      ? ({ op: 'not', arg: { op: 'bbox', box: layer.bounds ?? [0, 0, 0, 0] } } as const)
      : ({ op: 'null', value: { property: referred.column } } as const);
  const args = [...(query.filter === undefined ? [] : [query.filter]), { op: 'not', arg: isMissing } as const];
  return { ...type, query: { ...query, filter: { op: 'and', args } } };
}

function valueOptions({ layer }: TypeQuery, reference: string, { crs }: FeatureRequest): GmlOptions {
  const referred = referTo(layer, reference);
  const isGeometry = referred === 'geometry';
  const column = typeof referred === 'object' ? referred.column : undefined;
  return {
    type: layer.safeName,
    properties: propertiesOf(layer).filter(({ name }) => name === column),
    geometryName: isGeometry ? GEOMETRY_NAME : undefined,
    wrapper: 'wfs:member',
    content: referred === 'id' ? 'id' : 'value',
    hasIds: true,
    srsName: crs.name,
    isNorthFirst: crs.isNorthFirst,
  };
}
