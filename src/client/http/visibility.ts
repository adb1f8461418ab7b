import Type, { type Static } from 'typebox';
import { datasetPath, type DatasetRef } from './addresses.ts';
import type { Connection } from './connection.ts';

/** Who may read a dataset besides those who belong to its organization, by their numbers. */
export const VISIBILITIES = ['private', 'unlisted', 'public'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** Properties of a dataset, as far as they tell who may read it. */
export const VisibilityProperties = Type.Object({
  public: Type.Optional(Type.Boolean()),
  meta: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

/** @returns undefined when the properties do not tell */
export function visibilityOf({ meta, public: isOpen }: Static<typeof VisibilityProperties>): Visibility | undefined {
  const data = Number((meta?.['visibility'] as { data?: unknown } | undefined)?.data ?? Number.NaN);
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
    { method: 'GET', path: datasetPath(dataset), signal },
    Type.Array(Type.Object({ properties: VisibilityProperties })),
  );
  return found && visibilityOf(found.properties);
}

/** Sets who may read a dataset. */
export async function setVisibility(
  connection: Connection,
  dataset: DatasetRef,
  visibility: Visibility,
  signal: AbortSignal,
): Promise<void> {
  const body = (): URLSearchParams => new URLSearchParams({ visibility: String(VISIBILITIES.indexOf(visibility)) });
  await connection.send({ method: 'PUT', path: datasetPath(dataset), body, signal, repeatable: true });
}
