import { readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { Database } from '../../database/index.ts';
import { findControls } from './controls-store.ts';
import { coordinated } from './coordination.ts';
import type { Coordinator } from './coordinator.ts';
import { MAX_RUNS } from './schedule.ts';

/** Controls as they were cached before they stood in the database. */
const LegacyControls = Type.Object({
  coordinatorId: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  epoch: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  attempt: Type.Integer({ minimum: 0, maximum: MAX_RUNS }),
});

const ENDING = '.json';
/** They take some hundred bytes. */
const MAX_BYTES = 64 * 1024;

/**
 * Takes over controls of an older form, `<folder>/<organization>/<dataset>.json`, each once: with their budget and their
 * name, so that nobody gets a second budget by an update. A file that cannot be understood is set aside; the dataset then gets
 * an epoch as one without controls.
 *
 * @param onError told of files that could not be taken over; the others are all the same
 */
export async function importLegacyControls({
  db,
  coordinator,
  legacyFolder,
  onError,
}: {
  readonly db: Database;
  readonly coordinator: Pick<Coordinator, 'restore'>;
  readonly legacyFolder: string;
  readonly onError: (error: unknown) => void;
}): Promise<void> {
  const importFile = async (organization: string, file: string): Promise<void> => {
    const path = join(legacyFolder, organization, file);
    const text = await unlessGone(readSmall(path));
    if (text === undefined) return;
    const controls = readControls(text);
    if (controls !== undefined) await takeOver(db, coordinator, organization, file.slice(0, -ENDING.length), controls);
    await unlessGone(rename(path, `${path}.${controls === undefined ? 'malformed' : 'imported'}`));
  };
  for (const organization of await namesIn(legacyFolder))
    for (const file of await namesIn(join(legacyFolder, organization)))
      if (file.endsWith(ENDING)) await importFile(organization, file).catch(onError);
}

/** Another process that starts as well may have set the file aside. */
async function unlessGone<T>(access: Promise<T>): Promise<T | undefined> {
  try {
    return await access;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
}

/** @returns the text of a file; none of one that is too large for controls */
async function readSmall(path: string): Promise<string> {
  const { size } = await stat(path);
  return size > MAX_BYTES ? '' : readFile(path, 'utf8');
}

function readControls(text: string): Type.Static<typeof LegacyControls> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(LegacyControls, value) ? value : undefined;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

async function takeOver(
  db: Database,
  coordinator: Pick<Coordinator, 'restore'>,
  organization: string,
  dataset: string,
  { coordinatorId, epoch = 1, attempt }: Type.Static<typeof LegacyControls>,
): Promise<void> {
  const row = await db
    .selectFrom('datasets')
    .innerJoin('organizations', 'organizations.id', 'datasets.organization_id')
    .select('datasets.id')
    .where('organizations.slug', '=', organization)
    .where('datasets.slug', '=', dataset)
    .executeTakeFirst();
  if (row === undefined) return;
  await coordinated(db, row.id, async (transaction) => {
    if ((await findControls(transaction, row.id)) === undefined)
      await coordinator.restore(transaction, row.id, { coordinatorId, epoch, attempt });
  });
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw cause;
  }
}
