/** The commit of a push of 100,000 entries whose bytes the service has. */
import { createHash } from 'node:crypto';
import { form } from '../../../test/support/service.ts';
import { compareBytes } from '../../../src/sync/index.ts';
import { DATASET } from '../data.ts';
import { processorTime } from '../load.ts';
import type { Row, Subject } from '../row.ts';
import { makeDataset, type Setup } from '../setup.ts';

const ENTRIES = 100_000;
const PER_FOLDER = 1000;
const CONTENTS = 100;
const ROW: Row = { work: 'commit of a push of 100,000 entries', unit: 's', aim: { value: 5 } };

export const pushes: Subject<Setup> = {
  rows: [ROW],
  async measure(setup, report) {
    await setup.prepared('pushes', async (service) => {
      await makeDataset(service, 'bench');
      for (let content = 0; content < CONTENTS; content += 1) {
        const body = form({ path: `known/${content}.txt`, file: Buffer.from(`content ${content}`) });
        await (await service.call('POST', `${DATASET}/obj`, body)).arrayBuffer();
      }
    });
    const service = await setup.start('pushes');
    try {
      const answer = await service.call('GET', `${DATASET}/stamp`);
      const { checksum, entries } = (await answer.json()) as Stamp;
      const stamp = { checksum: '', entries: [...entries, ...pushed()].toSorted(byPath), meta: [] };
      const init = { checksum, stamp: JSON.stringify(stamp) };
      const begun = await service.call('POST', `${DATASET}/push/init`, init);
      const { neededFiles, token } = (await begun.json()) as { neededFiles: readonly string[]; token: string };
      if (neededFiles.length > 0) throw new Error(`The service asks for ${neededFiles.length} files that it has.`);
      const [started, before] = [performance.now(), await processorTime(service.pids)];
      await (await service.call('POST', `${DATASET}/push/commit`, { token })).arrayBuffer();
      const value = (performance.now() - started) / 1000;
      const cpu = (await processorTime(service.pids)) - before;
      report({ row: ROW, ours: { cold: { value, cpu } }, peers: {} });
    } finally {
      await service.end();
    }
  },
};

type Item = Readonly<Record<string, string>>;

interface Stamp {
  readonly checksum: string;
  readonly entries: readonly Item[];
}

const byPath = (one: Item, other: Item): number => compareBytes(Object.keys(one)[0]!, Object.keys(other)[0]!);

/** Files and their folders, a few contents again and again. */
function pushed(): readonly Item[] {
  const hashes = Array.from({ length: CONTENTS }, (_, content) =>
    createHash('sha256').update(`content ${content}`).digest('hex'),
  );
  return Array.from({ length: ENTRIES }, (_, number) => {
    const folder = `f${String(Math.floor(number / PER_FOLDER)).padStart(4, '0')}`;
    const file = { [`${folder}/${String(number).padStart(6, '0')}.txt`]: hashes[number % CONTENTS]! };
    return number % PER_FOLDER === 0 ? [{ [folder]: '' }, file] : [file];
  }).flat();
}
