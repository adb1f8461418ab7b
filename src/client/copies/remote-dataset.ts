import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import {
  depthOf,
  inParallel,
  readStamp,
  spatialiteGeometry,
  StampError,
  stampOf,
  type Content,
  type MetaValue,
  type StampEntry,
} from '../../sync/index.ts';
import { ClientError } from '../client-error.ts';
import { hashFile } from '../files/hash-file.ts';
import { nextPage, parsedJson } from '../http/answers.ts';
import { inDataset, type DatasetRef } from '../http/addresses.ts';
import type { Connection } from '../http/connection.ts';
import { downloadFile, type DownloadOptions } from '../http/download-file.ts';
import { ServerError } from '../http/server-error.ts';
import type { IndexedEntry } from '../local/local-index.ts';
import { stateOf } from '../local/scan.ts';

/** A dataset on a server, as a copy of it sees it. */
export interface RemoteDataset {
  readonly connection: Connection;
  readonly dataset: DatasetRef;
}

/** A stamp with the tag by which it is asked whether it is still that. */
export interface RemoteStamp {
  readonly content: Content;
  readonly etag: string | undefined;
}

/**
 * What the dataset holds.
 *
 * @param known tag of the stamp that is known. @returns undefined: it is still that one
 * @throws ServerError 404 when there is no such dataset; ClientError for a stamp that cannot be used here
 */
export async function remoteStamp(
  { connection, dataset }: RemoteDataset,
  signal: AbortSignal,
  known?: string,
): Promise<RemoteStamp | undefined> {
  const headers = known === undefined ? {} : { 'if-none-match': known };
  try {
    const path = inDataset(dataset);
    const answer = await connection.text({ route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/stamp', path, headers, signal });
    const content = readStamp(parsedJson(answer.body, connection.server));
    return { content, etag: answer.headers.get('etag') ?? undefined };
  } catch (cause) {
    if (cause instanceof ServerError && cause.status === 304) return undefined;
    if (!(cause instanceof StampError)) throw cause;
    throw new ClientError(
      `${connection.server.href} sent no usable list of the dataset; nothing is changed. ${cause.message}`,
    );
  }
}

const Dump = Type.Array(
  Type.Object({
    id: Type.String(),
    path: Type.String(),
    key: Type.String({ minLength: 1 }),
    data: Type.String(),
    mtime: Type.Number(),
  }),
);

/** Values of metadata by id. */
export async function remoteValues(
  { connection, dataset }: RemoteDataset,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly MetaValue[]> {
  const body = (): URLSearchParams => new URLSearchParams({ ids: JSON.stringify(ids) });
  const path = inDataset(dataset);
  return connection.json(
    { route: 'POST /orgs/{orgSlug}/ds/{dsSlug}/meta/dump', path, body, repeatable: true, signal },
    Dump,
  );
}

const Geometry = Type.Object({
  geometry: Type.Union([
    Type.Object({ type: Type.Literal('Point'), coordinates: Type.Array(Type.Number()) }),
    Type.Object({ type: Type.Literal('Polygon'), coordinates: Type.Array(Type.Array(Type.Array(Type.Number()))) }),
  ]),
});
const OptionalGeometry = Type.Optional(Type.Union([Type.Null(), Geometry]));
const EntryFacts = Type.Object({
  path: Type.String(),
  hash: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  type: Type.Integer(),
  properties: Type.Optional(Type.Unknown()),
  mtime: Type.Number(),
  size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  point_geom: OptionalGeometry,
  polygon_geom: OptionalGeometry,
});

/** Up to here, entries are asked for one by one; above, pages of all that there are cost less. */
const FEW = 64;

/**
 * Facts of entries.
 *
 * @param total how many entries the dataset has. @returns those that are still what the stamp said
 */
export async function remoteFacts(
  remote: RemoteDataset,
  entries: readonly StampEntry[],
  total: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, IndexedEntry>> {
  const wanted = new Map(entries.map(({ path, hash }) => [path, hash]));
  const found = new Map<string, IndexedEntry>();
  const keep = (facts: Static<typeof EntryFacts>): void => {
    if (wanted.get(facts.path) === (facts.hash ?? '')) found.set(facts.path, indexed(facts));
  };
  if (entries.length <= FEW) await askEach(remote, entries, keep, signal);
  else await askPages(remote, total, keep, signal);
  return found;
}

/** Pages, each of an entry at least, that a list may have beyond twice what the dataset holds. */
const MORE_PAGES = 1000;

type Keep = (facts: Static<typeof EntryFacts>) => void;

async function askEach(
  { connection, dataset }: RemoteDataset,
  entries: readonly StampEntry[],
  keep: Keep,
  signal: AbortSignal,
): Promise<void> {
  await inParallel(entries, 4, signal, async ({ path }, limited) => {
    const request = { path: inDataset(dataset), query: { path }, signal: limited };
    const route = 'GET /orgs/{orgSlug}/ds/{dsSlug}/obj';
    const facts = await connection.json({ route, ...request }, EntryFacts).catch((cause: unknown) => {
      if (cause instanceof ServerError && cause.status === 404) return undefined;
      throw cause;
    });
    if (facts !== undefined) keep(facts);
  });
}

/** Pages are followed by the query of the next one: an address elsewhere would be told the credentials. */
async function askPages(
  { connection, dataset }: RemoteDataset,
  total: number,
  keep: Keep,
  signal: AbortSignal,
): Promise<void> {
  // A dataset may grow meanwhile, but a list without end would be followed for ever.
  let left = 2 * total + MORE_PAGES;
  for (let query: string | undefined = 'recursive=true'; query !== undefined;) {
    const answer = await connection.text({
      route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/search',
      path: inDataset(dataset),
      query: new URLSearchParams(query),
      signal,
    });
    const page = parsedJson(answer.body, connection.server);
    if (!Value.Check(Type.Array(EntryFacts), page))
      throw new ClientError(`${connection.server.href} lists entries in a form that is not known here.`);
    for (const facts of page) keep(facts);
    // One for the page itself: it may be empty.
    left -= page.length + 1;
    if (left < 0)
      throw new ClientError(`${connection.server.href} lists more entries than the dataset has, without end.`);
    query = nextPage(answer);
  }
}

function indexed(facts: Static<typeof EntryFacts>): IndexedEntry {
  const { path, hash, type, properties, mtime, size, point_geom: point, polygon_geom: polygon } = facts;
  return {
    path,
    hash: hash || null,
    type,
    properties: JSON.stringify(properties ?? (hash ? {} : null)),
    mtime: Math.floor(mtime),
    size,
    depth: depthOf(path),
    point: spatialiteGeometry(point?.geometry ?? null),
    polygon: spatialiteGeometry(polygon?.geometry ?? null),
  };
}

/** Brings one content. @param onBytes told of bytes as they arrive; negative when some must come again */
export type FetchFile = (
  entry: StampEntry,
  size: number,
  onBytes: (count: number) => void,
  signal: AbortSignal,
) => Promise<string>;

type Told = Pick<DownloadOptions, 'onWait' | 'onContinue'>;

/**
 * Brings files into a folder, each content once and under its hash, which its bytes must have. What a command that was
 * ended left there is gone on with.
 */
export function fetchOnce({ connection, dataset }: RemoteDataset, folder: string, told: Told): FetchFile {
  const coming = new Map<string, Promise<string>>();
  const bring: FetchFile = async ({ path, hash }, size, onBytes, signal) => {
    const file = join(folder, hash);
    const isHere = (await stateOf(file))?.size === size && (await hashFile(file, signal)) === hash;
    if (isHere) onBytes(size);
    if (isHere) return file;
    await downloadFile(connection, { dataset, path, size, hash }, file, { onBytes, ...told, signal });
    return file;
  };
  return (entry, ...options) => {
    const present = coming.get(entry.hash) ?? bring(entry, ...options);
    coming.set(entry.hash, present);
    return present;
  };
}

/** Where stamps of this service have their checksum; a stamp of a million entries has a hundred megabytes behind it. */
const STARTING_CHECKSUM = /^\{"checksum":"([0-9a-f]{64})"/;

/** Checksum of what the dataset holds. */
export async function remoteChecksum(remote: RemoteDataset, signal: AbortSignal): Promise<string> {
  const path = inDataset(remote.dataset);
  const response = await remote.connection.send({ route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/stamp', path, signal });
  let start = '';
  for await (const piece of response.body ?? []) {
    start += Buffer.from(piece as Uint8Array).toString('latin1');
    if (start.length >= 80) break;
  }
  return STARTING_CHECKSUM.exec(start)?.[1] ?? stampOf((await remoteStamp(remote, signal))!.content).checksum;
}
