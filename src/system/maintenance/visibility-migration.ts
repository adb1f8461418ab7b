import { sql } from 'kysely';
import { recordAudit, type Actor } from '../../audit/index.ts';
import { anyOf, type Database } from '../../database/index.ts';

/** A dataset whose metadata told something else than its visibility. */
export interface MigratedDataset {
  readonly organizationSlug: string;
  readonly datasetSlug: string;
  /** What old metadata `public` said; null when there was none. */
  readonly isPublic: boolean | null;
  /** 0 private, 1 unlisted, 2 public. */
  readonly visibility: number;
}

interface Candidate {
  readonly id: string;
  readonly organizationSlug: string;
  readonly datasetSlug: string;
  /** Its visibility so far. */
  readonly before: number;
  readonly isPublic: boolean | null;
  /** Whether its metadata tell a visibility. */
  readonly told: boolean;
}

/** Visibility of what was `public` before there were three kinds: open to anyone who knows the address. */
const UNLISTED = 1;

/**
 * Brings metadata of old services in line with the visibility that decides: `public` without `visibility` makes a private
 * dataset unlisted when it is true; metadata `visibility` that tells another value is corrected. A second run finds nothing.
 */
export function migrateVisibility(db: Database, actor: Actor): Promise<MigratedDataset[]> {
  return db.transaction().execute(async (transaction) => {
    const found = (await findCandidates(transaction)).map((candidate) => ({
      ...candidate,
      visibility: !candidate.told && candidate.isPublic ? Math.max(candidate.before, UNLISTED) : candidate.before,
    }));
    await openDatasets(
      transaction,
      found.filter(({ before, visibility }) => visibility !== before).map(({ id }) => id),
    );
    await tell(transaction, found);
    for (const { organizationSlug, datasetSlug, before, visibility } of found) {
      if (visibility === before) continue;
      const subject = `${organizationSlug}/${datasetSlug}`;
      const details = { from: before, to: visibility };
      await recordAudit(transaction, { actor, action: 'dataset.visibility', subject, details });
    }
    const details = { datasets: found.length };
    await recordAudit(transaction, { actor, action: 'system.migrate', subject: 'visibility', details });
    return found.map(({ organizationSlug, datasetSlug, isPublic, visibility }) => ({
      organizationSlug,
      datasetSlug,
      isPublic,
      visibility,
    }));
  });
}

async function findCandidates(transaction: Database): Promise<readonly Candidate[]> {
  const meta = (key: string) =>
    sql`from dataset_metadata meta where meta.dataset_id = datasets.id and meta.path = '' and meta.key = ${key}`;
  const { rows } = await sql<Candidate>`
    select datasets.id, organizations.slug as "organizationSlug", datasets.slug as "datasetSlug", datasets.visibility as before,
      (select meta.data = 'true'::jsonb ${meta('public')} order by meta.changed_at desc limit 1) as "isPublic",
      exists (select ${meta('visibility')}) as told
    from datasets join organizations on organizations.id = datasets.organization_id
    where exists (select ${meta('visibility')} and meta.data <> to_jsonb(datasets.visibility))
      or (exists (select ${meta('public')}) and not exists (select ${meta('visibility')}))
    order by datasets.id
    for update of datasets`.execute(transaction);
  // Taken in the order in which everybody takes datasets; told by name.
  return rows.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

const nameOf = ({ organizationSlug, datasetSlug }: Candidate): string => `${organizationSlug}/${datasetSlug}`;

async function openDatasets(transaction: Database, ids: readonly string[]): Promise<void> {
  await transaction
    .updateTable('datasets')
    .set({ visibility: UNLISTED })
    .where('id', '=', anyOf(ids, 'uuid'))
    .execute();
}

/** Makes metadata tell these visibilities. */
async function tell(
  transaction: Database,
  datasets: readonly { readonly id: string; readonly visibility: number }[],
): Promise<void> {
  const ids = anyOf(
    datasets.map(({ id }) => id),
    'uuid',
  );
  await transaction
    .deleteFrom('dataset_metadata')
    .where('dataset_id', '=', ids)
    .where('path', '=', '')
    .where('key', '=', 'visibility')
    .execute();
  await sql`
    insert into dataset_metadata (id, dataset_id, path, key, data)
    select gen_random_uuid(), id, '', 'visibility', to_jsonb(visibility) from datasets where id = ${ids}`.execute(
    transaction,
  );
}
