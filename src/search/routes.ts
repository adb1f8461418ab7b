import Type from 'typebox';
import type { OpenDatabase } from '../database/index.ts';
import { linkNextPage, route, type Route } from '../http/index.ts';
import { refuseUnstorable } from '../input/index.ts';
import { MATCHES } from './found.ts';
import { MAX_LENGTH, readPageEnd, writePageEnd } from './page-end.ts';
import type { Extents } from './places.ts';
import { KINDS, MAX_WORDS, readQuestion } from './question.ts';
import { extentsRoute } from './routes-extents.ts';
import { createSearch, type Search, type SearchEffort } from './search.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const FoundBody = Type.Object({
  kind: Type.Enum([...KINDS], { description: 'A folder is a file of type 1.' }),
  match: Type.Enum([...MATCHES], {
    description: 'Where the words are: the whole name, its beginning, a part, another text',
  }),
  orgSlug: Type.String(),
  organization: Type.String({ description: 'Name of the organization' }),
  dsSlug: textOrNull('Null for an organization'),
  dataset: textOrNull('Name of the dataset; null for an organization'),
  path: textOrNull('Path in the dataset; null for what is no file'),
  type: Type.Union([Type.Integer(), Type.Null()], { description: 'Type of the entry; null for what is no file' }),
  text: textOrNull('Description of an organization, tagline of a dataset'),
  isPublic: Type.Boolean({ description: 'Whether everybody may read the organization, or the dataset' }),
});

const searchQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Words, at most ${MAX_WORDS}, that names and texts all hold, in any letter case; or coordinates (\`46.49, 11.35\`, \`46°29'17"N 11°20'46"E\`, \`32T 680025 5150974\`, \`EPSG:25832 680025 5150974\`), which find the datasets there`,
    }),
  ),
  bbox: Type.Optional(
    Type.String({
      maxLength: 256,
      description: 'Only datasets whose extent meets this box: west,south,east,north in degrees',
    }),
  ),
  kind: Type.Optional(Type.Enum([...KINDS], { description: 'Only things of this kind' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT, description: 'Most things in one answer' }),
  ),
  after: Type.Optional(
    Type.String({
      maxLength: MAX_LENGTH,
      description: 'Where the page begins, from the link `next` of the one before',
    }),
  ),
});

/** The search over all that a caller may read. What it finds, in which order and how soon: docs/search.md. */
export function assembleSearch(
  database: Pick<OpenDatabase, 'db' | 'embedded'>,
  extents: Extents,
  effort?: SearchEffort,
): Route[] {
  return searchRoutes(createSearch(database, extents, effort));
}

function searchRoutes(search: Search): Route[] {
  return [
    route({
      method: 'GET',
      path: '/search',
      access: 'anonymous',
      scoped: true,
      narrows: true,
      tag: 'Search',
      summary: 'Organizations, datasets and files by name, text and place, of all that the caller may find',
      description:
        'Organizations first, then datasets, then files; of each the whole name, then its beginning, then a part, then other texts. An unlisted dataset of a private organization is found by its members only. A search that takes too long answers 503 with `Retry-After`, and so does one more than may wait for their turn.',
      query: searchQuery,
      response: { 200: Type.Array(FoundBody) },
      async handle({ query, caller, signal, request, reply }) {
        refuseUnstorable('q', query.q ?? '');
        const question = readQuestion(query);
        const after = query.after === undefined ? undefined : readPageEnd(query.after);
        const limit = query.limit ?? DEFAULT_LIMIT;
        const found = await search.find(caller, question, { after, limit: limit + 1 }, signal);
        const page = found.slice(0, limit);
        if (found.length > limit) linkNextPage(request, reply, writePageEnd(page.at(-1)!.end));
        return page.map((one) => one.found);
      },
    }),
    extentsRoute(search),
  ];
}
