import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';

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
  readonly slug: string;
  readonly visibility: number;
  readonly isPublic: boolean | null;
  readonly told: boolean;
}

/** Visibility of what was `public` before there were three kinds: open to whoever knows the address. */
const UNLISTED = 1;

/**
 * Brings metadata of old services in line with the visibility that decides: `public` without `visibility` makes a private
 * dataset unlisted when it is true; metadata `visibility` that tells another value is corrected. A second run finds nothing.
 */
export function migrateVisibility(db: Database, actor: Actor): Promise<MigratedDataset[]> {
  return db.transaction().execute(async (transaction) => {
    const migrated: MigratedDataset[] = [];
    for (const candidate of await findCandidates(transaction)) {
      const { id, organizationSlug, slug: datasetSlug, isPublic, told } = candidate;
      const visibility = !told && isPublic ? Math.max(candidate.visibility, UNLISTED) : candidate.visibility;
      if (visibility !== candidate.visibility)
        await transaction.updateTable('datasets').set({ visibility }).where('id', '=', id).execute();
      await tell(transaction, id, visibility);
      migrated.push({ organizationSlug, datasetSlug, isPublic, visibility });
    }
    const details = { datasets: migrated.map((each) => `${each.organizationSlug}/${each.datasetSlug}`) };
    await recordAudit(transaction, { actor, action: 'system.migrate', subject: 'visibility', details });
    return migrated;
  });
}

async function findCandidates(transaction: Database): Promise<readonly Candidate[]> {
  const meta = (key: string) =>
    sql`from dataset_metadata meta where meta.dataset_id = datasets.id and meta.path = '' and meta.key = ${key}`;
  const { rows } = await sql<Candidate>`
    select datasets.id, organizations.slug as "organizationSlug", datasets.slug, datasets.visibility,
      (select meta.data = 'true'::jsonb ${meta('public')} order by meta.changed_at desc limit 1) as "isPublic",
      exists (select ${meta('visibility')}) as told
    from datasets join organizations on organizations.id = datasets.organization_id
    where exists (select ${meta('visibility')} and meta.data <> to_jsonb(datasets.visibility))
      or (exists (select ${meta('public')}) and not exists (select ${meta('visibility')}))
    order by organizations.slug, datasets.slug
    for update of datasets`.execute(transaction);
  return rows;
}

async function tell(transaction: Database, datasetId: string, visibility: number): Promise<void> {
  await transaction
    .deleteFrom('dataset_metadata')
    .where('dataset_id', '=', datasetId)
    .where('path', '=', '')
    .where('key', '=', 'visibility')
    .execute();
  await transaction
    .insertInto('dataset_metadata')
    .values({
      id: randomUUID(),
      dataset_id: datasetId,
      path: '',
      key: 'visibility',
      data: JSON.stringify(visibility),
    })
    .execute();
}
