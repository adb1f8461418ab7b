import Type, { type Static } from 'typebox';
import type { Connection } from '../http/connection.ts';
import { dataOf, visibilityOf, VisibilityProperties } from '../http/visibility.ts';
import type { AddCommand } from '../command.ts';
import { formatBytes, formatTime } from '../terminal/format.ts';

const DatasetBody = Type.Object({
  slug: Type.String(),
  creationDate: Type.String(),
  size: Type.Number(),
  properties: Type.Object({
    ...VisibilityProperties.properties,
    entries: Type.Optional(Type.Integer()),
  }),
});
type Dataset = Static<typeof DatasetBody>;

/** `alidade datasets`: those of an organization, or of all organizations of the user. */
export const datasets: AddCommand = (program, act) => {
  program
    .command('datasets')
    .summary('list datasets')
    .argument('[organization]', 'default: all of yours')
    .action(
      act<object, [string?]>(async ({ connection, out, signal }, _options, organization) => {
        const server = await connection();
        const slugs = organization === undefined ? await organizationsOf(server, signal) : [organization];
        const found: (Dataset & { readonly dataset: string })[] = [];
        for (const slug of slugs)
          for await (const one of datasetsOf(server, slug, signal))
            found.push({ dataset: `${slug}/${one.slug}`, ...one });
        out.list(found, [
          { title: 'DATASET', text: ({ dataset }) => dataset },
          { title: 'ENTRIES', text: ({ properties }) => String(properties.entries ?? ''), right: true },
          { title: 'SIZE', text: ({ size }) => formatBytes(size), right: true },
          { title: 'OPEN', text: ({ properties }) => visibilityOf(properties) ?? '' },
          { title: 'CREATED', text: ({ creationDate }) => formatTime(new Date(creationDate)) },
          { title: 'NAME', text: (one) => String(valueOf(one, 'name') ?? '') },
        ]);
      }),
    );
};

/** Value of a key of the metadata of a dataset. */
function valueOf({ properties }: Dataset, key: string): string | number | undefined {
  const data = dataOf(properties.meta, key);
  return typeof data === 'string' || typeof data === 'number' ? data : undefined;
}

/** Slugs of the organizations of the user. */
export async function organizationsOf(server: Connection, signal: AbortSignal): Promise<string[]> {
  const found = await server.json({ route: 'GET /orgs', signal }, Type.Array(Type.Object({ slug: Type.String() })));
  return found.map(({ slug }) => slug);
}

/** Datasets of an organization that the user may read. */
export async function* datasetsOf(
  server: Connection,
  organization: string,
  signal: AbortSignal,
): AsyncGenerator<Dataset> {
  let after: string | undefined;
  do {
    const { value, next } = await server.page(
      { route: 'GET /orgs/{orgSlug}/ds', path: { orgSlug: organization }, query: { after }, signal },
      Type.Array(DatasetBody),
    );
    yield* value;
    after = next === after ? undefined : next;
  } while (after !== undefined);
}
