import { failOgc, OgcError, quoteInput } from '../../ogc-error.ts';
import type { Interpolation } from '../../../kinds/raster/index.ts';
import type { OgcCall } from '../../service.ts';
import { xml, type XmlElement } from '../../../geodata/xml.ts';
import type { Coverage } from '../coverage.ts';
import { findCoverage, type WcsDependencies } from '../dependencies.ts';
import { MEDIA_TYPES, readFormat } from '../formats.ts';
import { readInterpolation } from '../interpolation.ts';
import { readRangeSubset } from '../range-subset.ts';
import { sendCoverage } from '../send-coverage.ts';
import { BAND_AXIS, documentAttributes, FIELD } from './documents.ts';
import { gridRequest } from './grid-request.ts';

/** A part of a coverage with a document that names it, in one answer of two parts. */
export async function getCoverage(call: OgcCall, dependencies: WcsDependencies): Promise<unknown> {
  const { kvp } = call;
  const unknown = { code: 'InvalidParameterValue', locator: 'identifier' };
  const coverage = await findCoverage(call, dependencies, kvp.required('identifier'), unknown);
  const format = readFormat(kvp.required('format'));
  if (format === undefined)
    throw failOgc('InvalidParameterValue', `The formats are ${MEDIA_TYPES.join(', ')}.`, 'format');
  if (kvp.text('store')?.toLowerCase() === 'true')
    throw failOgc('InvalidParameterValue', 'Answers are not stored; store must be false.', 'store');
  const { bands, interpolation } = readFields(kvp.text('RangeSubset'), coverage);
  const extract = await gridRequest(call, coverage, dependencies);
  return sendCoverage(...([call, dependencies, coverage, { extract, bands, interpolation, format }] as const), {
    type: 'text/xml; charset=UTF-8',
    write: (file) => manifest(coverage, file),
  });
}

function manifest({ layer }: Coverage, file: string): XmlElement {
  return xml(
    'Coverages',
    documentAttributes,
    xml(
      'Coverage',
      {},
      xml('ows:Title', {}, layer.title),
      xml('ows:Identifier', {}, layer.name),
      xml('ows:Reference', { 'xlink:href': file, 'xlink:role': 'urn:ogc:def:role:WCS:1.1:coverage' }),
    ),
  );
}

interface Fields {
  readonly bands: readonly number[] | undefined;
  readonly interpolation: Interpolation;
}

/** `contents:linear[band[b1,b3]]`: the one field, how it is interpolated, its bands. */
const WHOLE_FIELD = /^([^:[\];]{1,100})(?::([^:[\];]{1,100}))?(?:\[([^[\];]{1,100})\[([^[\];]{1,5000})\]\])?$/;

/** @throws InvalidParameterValue */
function readFields(text: string | undefined, { bands }: Coverage): Fields {
  if (text === undefined) return { bands: undefined, interpolation: 'nearest' };
  const [, field = '', method, axis, keys] = WHOLE_FIELD.exec(text) ?? [];
  const interpolation = method === undefined ? 'nearest' : readInterpolation(method);
  const isAxis = axis === undefined || [BAND_AXIS, 'bands'].includes(axis.toLowerCase());
  if (interpolation === undefined || !isAxis)
    throw failOgc('InvalidParameterValue', `${quoteInput(text)} is no subset of the fields.`, 'RangeSubset');
  if (field === FIELD && keys === undefined) return { bands: undefined, interpolation };
  // A band by its name is taken for a field, too: `b1;b3`.
  const chosen = field === FIELD ? (keys ?? '').split(',', 2000) : text.split(';', 2000);
  try {
    return { bands: readRangeSubset(chosen, bands), interpolation };
  } catch (error) {
    if (error instanceof OgcError) throw failOgc('InvalidParameterValue', error.message, 'RangeSubset');
    throw error;
  }
}
