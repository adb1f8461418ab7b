import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { inDataset, type DatasetRef } from './addresses.ts';
import type { Connection } from './connection.ts';

/** Who may read a dataset besides those who belong to its organization, by their numbers. */
export const VISIBILITIES = ['private', 'unlisted', 'public'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** Properties of a dataset, as far as they tell who may read it. */
export const VisibilityProperties = Type.Object({
  public: Type.Optional(Type.Boolean()),
  meta: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

const MetaValue = Type.Object({ data: Type.Unknown() });

/** The value of a key of the metadata of a dataset; undefined: there is none. */
export function dataOf(meta: Static<typeof VisibilityProperties>['meta'], key: string): unknown {
  const value = meta?.[key];
  return Value.Check(MetaValue, value) ? value.data : undefined;
}

/** @returns undefined when the properties do not tell */
export function visibilityOf({ meta, public: isOpen }: Static<typeof VisibilityProperties>): Visibility | undefined {
  const data = Number(dataOf(meta, 'visibility') ?? Number.NaN);
  if (VISIBILITIES[data] !== undefined) return VISIBILITIES[data];
  if (isOpen === undefined) return undefined;
  return isOpen ? 'public' : 'private';
}

/** Who may read a dataset; undefined: the server does not tell. @throws ServerError 404 when there is none */
export async function readVisibility(
  connection: Connection,
  dataset: DatasetRef,
  signal: AbortSignal,
): Promise<Visibility | undefined> {
  const [found] = await connection.json(
    { route: 'GET /orgs/{orgSlug}/ds/{dsSlug}', path: inDataset(dataset), signal },
    Type.Array(Type.Object({ properties: Type.Union([VisibilityProperties, Type.Null()]) })),
  );
  return found?.properties ? visibilityOf(found.properties) : undefined;
}

/** Sets who may read a dataset. */
export async function setVisibility(
  connection: Connection,
  dataset: DatasetRef,
  visibility: Visibility,
  signal: AbortSignal,
): Promise<void> {
  const body = (): URLSearchParams => new URLSearchParams({ visibility: String(VISIBILITIES.indexOf(visibility)) });
  await connection.send({
    route: 'PUT /orgs/{orgSlug}/ds/{dsSlug}',
    path: inDataset(dataset),
    body,
    signal,
    repeatable: true,
  });
}
