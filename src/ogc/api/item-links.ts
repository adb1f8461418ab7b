import type { FeaturePage } from '../../kinds/vector/index.ts';
import { FILE_FORMS } from '../feature-files.ts';
import type { VectorLayer } from '../layers/layer.ts';
import { addressOf, type ApiCall, CSV, GEOJSON, HTML, JSON_TYPE, type Link } from './api-call.ts';
import { pathOf } from './collections.ts';
import type { ItemsQuery } from './items-query.ts';

/** Media types by format; all others are GeoJSON. */
const TYPES: Readonly<Record<string, string>> = {
  html: HTML,
  csv: CSV,
  fgb: FILE_FORMS.fgb.type,
  gpkg: FILE_FORMS.gpkg.type,
};
/** Values of `f`, and what they are called. */
const ALTERNATES = [
  ['json', 'GeoJSON'],
  ['html', 'a table'],
  ['csv', 'CSV'],
  ['fgb', 'FlatGeobuf'],
  ['gpkg', 'a GeoPackage'],
] as const;

/** Links of a page of features: to itself, to its other forms, and to the pages beside it. */
export function itemLinks(
  call: ApiCall,
  layer: VectorLayer,
  { matched, ids }: FeaturePage,
  { query: { offset, limit } }: ItemsQuery,
  format: string,
): readonly Link[] {
  const path = `${pathOf(layer)}/items`;
  const parameters = Object.fromEntries(call.query);
  const type = TYPES[format] ?? GEOJSON;
  const link = (rel: string, title: string, change: Readonly<Record<string, string>>, as: string = type): Link => ({
    href: addressOf(call, path, { ...parameters, ...change }),
    rel,
    type: as,
    title,
  });
  const isSelf = (name: string): boolean => (TYPES[name] ?? GEOJSON) === type;
  return [
    link('self', 'This page', {}),
    ...ALTERNATES.filter(([f]) => !isSelf(f)).map(([f, words]) =>
      link('alternate', `This page as ${words}`, { f }, TYPES[f] ?? GEOJSON),
    ),
    ...(offset + ids.length < matched && ids.length > 0
      ? [link('next', 'The next features', { offset: String(offset + limit), limit: String(limit) })]
      : []),
    ...(offset > 0
      ? [link('prev', 'The features before', { offset: String(Math.max(0, offset - limit)), limit: String(limit) })]
      : []),
    { href: addressOf(call, pathOf(layer)), rel: 'collection', type: JSON_TYPE, title: layer.title },
  ];
}
