import Type, { type Static } from 'typebox';
import { ClientError } from '../client-error.ts';
import { inDataset, type DatasetRef } from './addresses.ts';
import type { Connection, Page } from './connection.ts';
import { ServerError } from './server-error.ts';

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const EntryBody = Type.Object({
  path: Type.String(),
  /** SHA-256 of the bytes; null for folders. */
  hash: nullable(Type.String()),
  type: Type.Integer(),
  size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  /** Seconds since 1970. */
  mtime: Type.Number(),
  buildStatus: Type.Optional(nullable(Type.String())),
});
/** A file or folder of a dataset. */
export type Entry = Readonly<Static<typeof EntryBody>>;
/** A file of a dataset: it has bytes. */
export type FileEntry = Entry & { readonly hash: string };

const FOLDER = 1;
/** What the numbers of `type` mean, in the words of the formats. */
const TYPE_NAMES = [
  'undefined',
  'folder',
  'file',
  'geo image',
  'geo raster',
  'point cloud',
  'image',
  'dataset',
  'text',
  'video',
  'geo video',
  'model',
  'panorama',
  'geo panorama',
  'vector',
  'splat',
  'tiles',
];

export const isFolder = (entry: Entry): boolean => entry.type === FOLDER;
export const isFile = (entry: Entry): entry is FileEntry => entry.type !== FOLDER && entry.hash !== null;
export const typeName = ({ type }: Entry): string => TYPE_NAMES[type] ?? `type ${type}`;

/** The entry of a path; undefined: there is none. @throws ServerError also 404, when there is no such dataset */
export async function findEntry(
  connection: Connection,
  dataset: DatasetRef,
  path: string,
  signal: AbortSignal,
): Promise<Entry | undefined> {
  try {
    return await connection.json(
      { route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/obj', path: inDataset(dataset), query: { path }, signal },
      EntryBody,
    );
  } catch (cause) {
    if (!(cause instanceof ServerError) || cause.status !== 404) throw cause;
    await connection.send({ route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/ex', path: inDataset(dataset), signal });
    return undefined;
  }
}

/** What is directly in a folder; empty: the root. Sorted by the bytes of the paths. */
export function listFolder(
  connection: Connection,
  dataset: DatasetRef,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<Entry> {
  return pages(connection, dataset, 'list', folder === '' ? {} : { path: folder }, signal);
}

/** Everything below a folder, in any depth; empty: the whole dataset. Sorted by the bytes of the paths. */
export function walkFolder(
  connection: Connection,
  dataset: DatasetRef,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<Entry> {
  return pages(connection, dataset, 'search', { query: '*', ...(folder === '' ? {} : { path: folder }) }, signal);
}

/** Entries of a list: ten times as many as the largest dataset that the service is tested with. */
const MAX_LISTED = 10_000_000;

async function* pages(
  connection: Connection,
  dataset: DatasetRef,
  list: 'list' | 'search',
  query: { readonly path?: string; readonly query?: string },
  signal: AbortSignal,
): AsyncGenerator<Entry> {
  let after: string | undefined;
  let left = MAX_LISTED;
  do {
    const { value, next }: Page<Entry[]> = await connection.page(
      {
        route: `GET /orgs/{orgSlug}/ds/{dsSlug}/${list}`,
        path: inDataset(dataset),
        query: { ...query, after },
        signal,
      },
      Type.Array(EntryBody),
    );
    yield* value;
    left -= value.length;
    // A list that goes back, stands still or has no end would be asked for without end.
    if (next !== undefined && (left < 0 || value.length === 0 || !isBehind(next, after)))
      throw new ClientError(`${connection.server.href} lists entries without end; what it listed so far may be wrong.`);
    after = next;
  } while (after !== undefined);
}

/** Whether a path comes behind another one in the order of lists. */
const isBehind = (path: string, other: string | undefined): boolean =>
  other === undefined || Buffer.compare(Buffer.from(path), Buffer.from(other)) > 0;
