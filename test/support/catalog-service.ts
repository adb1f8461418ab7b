import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccessControl, Caller } from '../../src/access/index.ts';
import { openFileBlobStore } from '../../src/blobs/index.ts';
import type { Database } from '../../src/database/index.ts';
import { createDatasets } from '../../src/datasets/dataset-service.ts';
import { createEntrySearch } from '../../src/datasets/entries/entry-search.ts';
import type { NewEntry } from '../../src/datasets/entries/entry-row.ts';
import { putEntry } from '../../src/datasets/entries/entry-store.ts';
import { ancestorsOf, depthOf, parentOf } from '../../src/datasets/entries/entry-path.ts';
import { EntryType } from '../../src/inspection/index.ts';
import { createServer } from '../../src/http/index.ts';
import { loadSettings } from '../../src/settings/index.ts';
import { allKinds } from '../../src/kinds/index.ts';
import { stacRoutes } from '../../src/stac/index.ts';
import { watchAnswers } from './answer-contract.ts';
import { openTestDatabase } from './test-database.ts';

export const CATALOG_ORIGIN = 'https://maps.example.org';

/** The STAC routes alone on a database that the test can write to. Callers are bearer tokens that name them. */
export interface CatalogService extends AsyncDisposable {
  readonly db: Database;
  /** Anyone who calls with this token. */
  readonly callers: Map<string, Caller>;
  call(
    method: string,
    path: string,
    options?: { caller?: string; json?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** Stores text as a blob. @returns its hash and size */
  store(text: string): Promise<{ readonly hash: string; readonly size: number }>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

export async function startCatalog(environment: Readonly<Record<string, string>> = {}): Promise<CatalogService> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-stac-'));
  const database = await openTestDatabase(folder, environment['DATABASE_URL']);
  const { db } = database;
  const blobs = await openFileBlobStore(join(folder, 'blobs'));
  const callers = new Map<string, Caller>();
  const datasets = createDatasets(db, { candidates: [], covers: [] });
  const access: AccessControl = {
    authenticate: (credentials) =>
      Promise.resolve(credentials.kind === 'token' ? callers.get(credentials.token) : undefined),
    organization: () => Promise.resolve(undefined),
    dataset: datasets.grant,
    holds: () => Promise.resolve(false),
  };
  const server = await createServer({
    settings: loadSettings({ LOG_LEVEL: 'silent', EXTERNALURL: CATALOG_ORIGIN }),
    routes: stacRoutes(
      db,
      blobs,
      createEntrySearch(db),
      { outputs: allKinds.outputs, isDrawn: () => true },
      () => new URL(CATALOG_ORIGIN),
    ),
    version: '0',
    access,
    changed: () => undefined,
  });
  const contract = watchAnswers(server);
  return {
    db,
    callers,
    async call(method, path, { caller, json, headers = {} } = {}) {
      const answer = await server.inject({
        method: method as 'GET',
        url: path,
        headers: { ...headers, ...(caller === undefined ? {} : { authorization: `Bearer ${caller}` }) },
        ...(json === undefined ? {} : { payload: json as object }),
      });
      return { status: answer.statusCode, text: answer.body, headers: answer.headers };
    },
    store: (text) =>
      blobs.write(
        (async function* () {
          yield await Promise.resolve(Buffer.from(text));
        })(),
      ),
    async [Symbol.asyncDispose]() {
      await server.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
      const breaches = contract.breaches();
      if (breaches.length > 0) throw new Error(`Answers that break the OpenAPI document:\n${breaches.join('\n')}`);
    },
  };
}

/** Makes a user. @returns the caller he is */
export async function addUser(
  { db, callers }: CatalogService,
  name: string,
  roles: readonly string[] = [],
): Promise<Caller> {
  const id = randomUUID();
  await db.insertInto('users').values({ id, name, email: '', password_hash: '', metadata: '{}' }).execute();
  for (const role of roles) await db.insertInto('user_roles').values({ user_id: id, role }).execute();
  const caller: Caller = {
    id,
    name,
    roles,
    isAdmin: roles.includes('admin'),
    carrier: 'bearer',
    tokenExpires: undefined,
  };
  callers.set(name, caller);
  return caller;
}

/** Makes `organization/dataset`, and the organization when it is new. @returns the id of the dataset */
export async function addDataset(
  { db }: CatalogService,
  name: string,
  visibility: number,
  ownerId: string | null = null,
): Promise<string> {
  const [organization = '', slug = ''] = name.split('/');
  await db
    .insertInto('organizations')
    .values({ id: randomUUID(), slug: organization, name: organization, is_public: false, owner_id: ownerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id: organizationId } = await db
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', organization)
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  await db.insertInto('datasets').values({ id, organization_id: organizationId, slug, visibility }).execute();
  return id;
}

/** Capture time of the first photo. */
const FIRST_MOMENT = Date.UTC(2026, 4, 1, 10);

/** A photo of a flight: each a second and a hundredth of a degree of longitude behind the one before, from 8 east, 47 north. */
export function photo(path: string, n: number): NewEntry {
  const [west, south] = [8 + n / 100, 47];
  const ring = [
    [west, south, 0],
    [west + 0.001, south, 0],
    [west + 0.001, south + 0.001, 0],
    [west, south + 0.001, 0],
    [west, south, 0],
  ];
  return {
    path,
    parent: parentOf(path),
    depth: depthOf(path),
    hash: n.toString(16).padStart(64, 'a'),
    type: EntryType.GeoImage,
    properties: {
      width: 5472,
      height: 3648,
      make: 'DJI',
      model: 'FC6310',
      sensor: 'dji fc6310',
      captureTime: FIRST_MOMENT + n * 1000,
      hasCameraOrientation: true,
      cameraPitch: -90,
      cameraYaw: -10,
    },
    mtime: FIRST_MOMENT / 1000,
    size: 1000,
    pointGeometry: { type: 'Point', coordinates: [west + 0.0005, south + 0.0005, 500] },
    polygonGeometry: { type: 'Polygon', coordinates: [ring] },
    companions: '',
  };
}

/** A file without a place. */
export function looseFile(path: string, { hash, size }: { readonly hash: string; readonly size: number }): NewEntry {
  const facts = { type: EntryType.Generic, properties: {}, pointGeometry: null, polygonGeometry: null, companions: '' };
  return { path, parent: parentOf(path), depth: depthOf(path), hash, size, mtime: FIRST_MOMENT / 1000, ...facts };
}

/** Writes entries and the folders above them. */
export async function addEntries(
  { db }: CatalogService,
  datasetId: string,
  entries: readonly NewEntry[],
): Promise<void> {
  const folders = new Set(entries.flatMap(({ path }) => ancestorsOf(path)));
  for (const path of folders) {
    const folder = looseFile(path, { hash: '', size: 0 });
    await putEntry(db, datasetId, { ...folder, hash: null, type: EntryType.Directory, properties: null });
  }
  for (const entry of entries) await putEntry(db, datasetId, entry);
}

export async function removeEntry({ db }: CatalogService, datasetId: string, path: string): Promise<void> {
  await db.deleteFrom('entries').where('dataset_id', '=', datasetId).where('path', '=', path).execute();
}
