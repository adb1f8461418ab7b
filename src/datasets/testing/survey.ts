import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import type { Database } from '../../database/index.ts';

/** An organization `survey` in an embedded database of its own, for tests. */
export interface Survey extends AsyncDisposable {
  readonly db: Database;
  readonly organization: { readonly id: string; readonly slug: string };
  /** A folder that goes with it. */
  readonly folder: string;
  /** @returns the id of a new, private dataset */
  addDataset(slug: string): Promise<string>;
}

export async function openSurvey(): Promise<Survey> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-survey-'));
  const database = await openTestDatabase(folder);
  const { db } = database;
  const organization = { id: randomUUID(), slug: 'survey' };
  await db
    .insertInto('organizations')
    .values({ ...organization, name: 'Survey', description: null, is_public: false, owner_id: null })
    .execute();
  return {
    db,
    organization,
    folder,
    async addDataset(slug) {
      const id = randomUUID();
      await db.insertInto('datasets').values({ id, organization_id: organization.id, slug }).execute();
      return id;
    },
    async [Symbol.asyncDispose]() {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
