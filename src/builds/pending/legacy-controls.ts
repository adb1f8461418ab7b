import { readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { Database } from '../../database/index.ts';
import { lockDataset } from '../../datasets/index.ts';
import { findControls } from './controls-store.ts';
import { holdCoordination } from './coordination.ts';
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
  readonly coordinator: Pick<Coordinator, 'resume'>;
  readonly legacyFolder: string;
  readonly onError: (error: unknown) => void;
}): Promise<void> {
  const importFile = async (organization: string, file: string): Promise<void> => {
    const path = join(legacyFolder, organization, file);
    const { size } = await stat(path);
    const controls = size > MAX_BYTES ? undefined : readControls(await readFile(path, 'utf8'));
    if (controls !== undefined) await takeOver(db, coordinator, organization, file.slice(0, -ENDING.length), controls);
    await rename(path, `${path}.${controls === undefined ? 'malformed' : 'imported'}`);
  };
  for (const organization of await namesIn(legacyFolder))
    for (const file of await namesIn(join(legacyFolder, organization)))
      if (file.endsWith(ENDING)) await importFile(organization, file).catch(onError);
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
  coordinator: Pick<Coordinator, 'resume'>,
  organization: string,
  dataset: string,
  { coordinatorId, epoch = 1, attempt }: Type.Static<typeof LegacyControls>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('datasets')
      .innerJoin('organizations', 'organizations.id', 'datasets.organization_id')
      .select('datasets.id')
      .where('organizations.slug', '=', organization)
      .where('datasets.slug', '=', dataset)
      .executeTakeFirst();
    if (row === undefined) return;
    await holdCoordination(transaction, row.id);
    if (!(await lockDataset(transaction, row.id))) return;
    if ((await findControls(transaction, row.id)) !== undefined) return;
    await coordinator.resume(transaction, row.id, { coordinatorId, epoch, attempt });
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
