import Type from 'typebox';
import { askedPath, shown } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import { datasetParams, route, type Route } from '../../http/index.ts';
import type { Features } from '../../kinds/vector/index.ts';
import type { LayerCatalog } from '../layers/catalog.ts';

export interface ValueDependencies {
  readonly catalog: Pick<LayerCatalog, 'list'>;
  readonly features: Pick<Features, 'values'>;
}

const query = Type.Object({
  path: Type.String({ minLength: 1, maxLength: 8192, description: 'Path of the vector file' }),
  layer: Type.Optional(
    Type.String({ maxLength: 1000, description: 'Name of one layer of the file; absent: all that have the attribute' }),
  ),
  property: Type.String({ minLength: 1, maxLength: 1000, description: 'Name of the attribute' }),
});

const answer = Type.Object({
  kind: Type.Union(['number', 'boolean', 'date', 'text'].map((kind) => Type.Literal(kind))),
  count: Type.Integer({ description: 'Features that were read' }),
  nulls: Type.Integer({ description: 'Of those, features without a value' }),
  isSampled: Type.Boolean({ description: 'True where only every n-th feature was read: of more than a million' }),
  values: Type.Array(
    Type.Object({
      value: Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
      count: Type.Integer(),
    }),
    { description: 'Different values, the most frequent first; at most 1,000' },
  ),
  isComplete: Type.Boolean({ description: 'False where there are more different values' }),
  quantiles: Type.Array(Type.Number(), {
    description: 'Of numbers: minimum, 1 % quantile, and so on to the maximum; 101 numbers',
  }),
});

/** What the values of an attribute are: for the colours of a map. */
export const valueRoutes = ({ catalog, features }: ValueDependencies): Route[] => [
  route({
    method: 'GET',
    path: '/orgs/:orgSlug/ds/:dsSlug/vector/values',
    access: 'dataset:read',
    shows: ({ query: { path } }) => shown(path),
    challenge: 'Basic',
    tag: 'Maps',
    summary: 'Values of an attribute of a vector file: the most frequent ones, and quantiles of numbers',
    description: 'Of a built file. Answers within a minute, or 503.',
    params: datasetParams,
    query,
    response: { 200: answer },
    handle: async ({ dataset, query: { path: asked, layer, property }, signal }) => {
      const path = askedPath(asked);
      const { layers } = await catalog.list({ dataset: dataset(), below: path }, signal);
      const own = layers.filter((each) => each.kind === 'vector' && each.path === path);
      const named = own.find((each) => each.kind === 'vector' && each.content.name === layer);
      const [first] = layer === undefined ? own : [named];
      if (first?.kind !== 'vector') {
        throw fail('not-found', 'There is no such layer. The file is no vector file, or is not built yet.');
      }
      return features.values(first.file, layer === undefined ? undefined : first.content.table, property, signal);
    },
  }),
];
