import type { Projections } from '../../projections/index.ts';
import type { Filter } from '../../kinds/vector/index.ts';
import { placeFilter } from '../filters/cql2-places.ts';
import { readCql2Json } from '../filters/cql2-json.ts';
import { readCql2Text } from '../filters/cql2-text.ts';
import type { VectorLayer } from '../layers/layer.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import type { ApiCall } from './api-call.ts';
import { readCrs } from './crs-list.ts';

/** The parameters `filter`, `filter-lang` and `filter-crs` (OGC 19-079r2). @throws InvalidParameterValue */
export async function readFilter(
  { query, signal }: ApiCall,
  layer: VectorLayer,
  projections: Projections,
): Promise<Filter | undefined> {
  const language = query.get('filter-lang') ?? 'cql2-text';
  if (language !== 'cql2-text' && language !== 'cql2-json')
    throw failOgc(
      'InvalidParameterValue',
      `filter-lang is cql2-text or cql2-json, not ${quoteInput(language)}.`,
      'filter-lang',
    );
  const crs = await readCrs('filter-crs', query.get('filter-crs'), layer, projections, signal);
  const text = query.get('filter');
  if (text === undefined) return undefined;
  const filter = language === 'cql2-text' ? readCql2Text(text) : readCql2Json(text);
  return placeFilter(filter, crs, projections, signal);
}
