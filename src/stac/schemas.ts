import Type from 'typebox';
import { DEFAULT_LIMIT, MAX_LIMIT } from './search-parameters.ts';

const open = { additionalProperties: true } as const;
const LinkBody = Type.Object({ rel: Type.String(), href: Type.String({ format: 'uri' }) }, open);
const links = Type.Array(LinkBody);
const version = { stac_version: Type.String() };

export const CatalogBody = Type.Object(
  { type: Type.Literal('Catalog'), ...version, id: Type.String(), description: Type.String(), links },
  open,
);

export const ConformanceBody = Type.Object({ conformsTo: Type.Array(Type.String()) });

export const CollectionBody = Type.Object(
  {
    type: Type.Literal('Collection'),
    ...version,
    id: Type.String({ description: '`organization:dataset`' }),
    title: Type.String(),
    description: Type.String(),
    license: Type.String(),
    extent: Type.Object({}, open),
    links,
  },
  open,
);

export const CollectionsBody = Type.Object({
  collections: Type.Array(CollectionBody),
  links,
  numberReturned: Type.Integer(),
});

export const ItemBody = Type.Object(
  {
    type: Type.Literal('Feature'),
    ...version,
    id: Type.String({ description: 'Path of the file in URL-safe base64' }),
    collection: Type.String(),
    geometry: Type.Object({}, open),
    bbox: Type.Array(Type.Number()),
    properties: Type.Object({}, open),
    assets: Type.Object({}, open),
    links,
  },
  open,
);

export const ItemsBody = Type.Object({
  type: Type.Literal('FeatureCollection'),
  features: Type.Array(ItemBody),
  links,
  numberReturned: Type.Integer(),
  numberMatched: Type.Optional(Type.Integer({ description: 'Absent where only a count of all matches could tell' })),
});

export const collectionParams = Type.Object({
  collectionId: Type.String({ maxLength: 400, description: '`organization:dataset`; `organization/dataset` too' }),
});

export const itemParams = { itemId: Type.String({ maxLength: 3072, description: 'Id of the item, in base64' }) };

export const tokenField = Type.Optional(
  Type.String({ description: 'Where the page begins, from the `next` link of the one before' }),
);
export const limitField = Type.Optional(
  Type.Integer({
    minimum: 1,
    description: `Most on a page; default: ${DEFAULT_LIMIT}; more than ${MAX_LIMIT} are taken for ${MAX_LIMIT}`,
  }),
);

const datetime = Type.Optional(
  Type.String({ description: 'Moment or interval `begin/end` as in RFC 3339; `..` is an open end' }),
);
const text = (description: string) => Type.Optional(Type.String({ description }));

export const itemsQuery = Type.Object({
  bbox: text('west,south,east,north in degrees, or six numbers with heights; west above east crosses the antimeridian'),
  datetime,
  limit: limitField,
  token: tokenField,
});

export const searchQuery = Type.Object({
  ...itemsQuery.properties,
  intersects: text('GeoJSON geometry'),
  ids: text('Ids of items, divided by commas'),
  collections: text('Ids of collections, divided by commas'),
});

export const searchBody = Type.Object({
  bbox: Type.Optional(Type.Array(Type.Number())),
  intersects: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'GeoJSON geometry' })),
  datetime,
  ids: Type.Optional(Type.Array(Type.String())),
  collections: Type.Optional(Type.Array(Type.String())),
  limit: limitField,
  token: tokenField,
});
