import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parentOf } from '../entries/entry-path.ts';
import { putEntry } from '../entries/entry-store.ts';
import { EntryType } from '../../inspection/index.ts';
import { openSurvey, type Survey } from '../testing/survey.ts';
import { writeStamp } from './stamp-text.ts';

const HELLO = createHash('sha256').update('hello').digest('hex');
const ID = '5bd1cd3d-2a9f-4a5e-9b1f-0f1e2d3c4b5a';

async function addEntry({ db }: Survey, dataset: string, path: string, hash: string | null): Promise<void> {
  const type = hash === null ? EntryType.Directory : EntryType.Generic;
  const facts = {
    properties: null,
    mtime: 0,
    size: 0,
    depth: 0,
    pointGeometry: null,
    polygonGeometry: null,
    companions: '',
  };
  await putEntry(db, dataset, { path, parent: parentOf(path), hash, type, ...facts });
}

describe('the stamp that is sent', () => {
  it('has the checksums of the contract', async () => {
    await using survey = await openSurvey();
    const dataset = await survey.addDataset('stamped');
    const written = async (): Promise<unknown> => {
      const path = join(survey.folder, 'stamp');
      const file = await open(path, 'w');
      await writeStamp(survey.db, dataset, file);
      await file.close();
      return JSON.parse(await readFile(path, 'utf8'));
    };
    expect(await written()).toEqual({
      checksum: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      entries: [],
      meta: [],
    });
    await addEntry(survey, dataset, 'dir', null);
    await addEntry(survey, dataset, 'a.txt', HELLO);
    const entries = [{ 'a.txt': HELLO }, { dir: '' }];
    expect(await written()).toEqual({
      checksum: 'aba414fa8a3c05a53cf15c9a6663e05caa0ac2d4ec13c119c312d444b5873d02',
      entries,
      meta: [],
    });
    await survey.db
      .insertInto('dataset_metadata')
      .values({ id: ID, dataset_id: dataset, path: 'a.txt', key: 'note', data: '1' })
      .execute();
    expect(await written()).toEqual({
      checksum: '5dee93d3c26314d41acd06b3e5f16bc8f01013dcf5480ece752b47555c961283',
      entries,
      meta: [ID],
    });
  });
});
