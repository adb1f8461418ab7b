/** What pages ask about datasets with many entries, one request at a time. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillEntries } from '../../support/many-entries.ts';
import { randomNumbers } from '../../support/parcels.ts';
import { basic } from '../../../test/support/process.ts';
import { PASSWORD } from '../../maps/servers.ts';
import { byTurns, load, sidesOf, type Target, timeOf } from '../load.ts';
import { startNginx } from '../programs/nginx.ts';
import { type SqliteEntries, sqliteEntries } from '../programs/sqlite.ts';
import type { Figure, Row, Subject } from '../row.ts';
import { makeDataset, type Service, type Setup } from '../setup.ts';

const timeRow = (work: string, value: number): Row => ({ work, unit: 'ms', aim: { value, column: 'warm' } });
const ROOT = timeRow('list of 100 folders with 100,000 entries', 5);
const SEARCH_10 = timeRow('search by name in 10,000 entries', 10);
const SEARCH_100 = timeRow('search by name in 100,000 entries', 10);
const ENTRY = timeRow('one entry', 1);
const ONE = timeRow('one dataset', 1);
const LIST = timeRow('list of datasets', 1);

/** Entries of each dataset, in a hundred folders. */
const DATASETS = { ten: 10_000, hundred: 100_000 } as const;
const FOLDERS = 100;
const REQUESTS = 150;
const LIMIT_MS = 5000;
const [SQLITE, NGINX] = ['SQLite in process', 'nginx, same bytes'];

interface Question {
  readonly row: Row;
  /** Another one for each request, or one for all. */
  readonly path: (number: number) => string;
  readonly sqlite?: (number: number) => string;
}

export const entries: Subject<Setup> = {
  rows: [ROOT, SEARCH_10, SEARCH_100, ENTRY, ONE, LIST],
  async measure(setup, report) {
    await prepare(setup);
    const peers = await setup.once('sqlite', () =>
      Promise.resolve({
        ten: sqliteEntries(setup.folder, DATASETS.ten, DATASETS.ten / FOLDERS),
        hundred: sqliteEntries(setup.folder, DATASETS.hundred, DATASETS.hundred / FOLDERS),
      }),
    );
    for (const question of questionsOf(peers)) {
      // Each question is the first one that a service gets.
      const service = await setup.start('entries');
      const nginx = await startNginx(setup.folder);
      try {
        const cold = await first(service, question.path(REQUESTS));
        const bytes = await (await service.call('GET', question.path(0))).arrayBuffer();
        if (nginx) await writeFile(join(nginx.root, 'answer.json'), Buffer.from(bytes));
        const { sqlite } = question;
        const warm = await byTurns({
          ours: (round) => asked(service, (number) => question.path(number + round * REQUESTS)),
          [SQLITE]: sqlite && ((round: number) => timed((number) => sqlite(number + round * REQUESTS))),
          [NGINX]: nginx && (() => asked(nginx, () => '/answer.json')),
        });
        report({ row: question.row, ...sidesOf({ ours: cold }, warm) });
      } finally {
        await Promise.all([service.end(), nginx?.close()]);
      }
    }
  },
};

async function prepare(setup: Setup): Promise<void> {
  await setup.prepared('entries', async (service) => {
    for (const slug of Object.keys(DATASETS)) await makeDataset(service, slug);
  });
  await setup.once(`entries of ${setup.database}`, () =>
    setup.inDatabase('entries', async (db) => {
      for (const [slug, files] of Object.entries(DATASETS)) {
        const row = db.selectFrom('datasets').select('id').where('slug', '=', slug);
        const { id } = await row.executeTakeFirstOrThrow();
        await fillEntries(db, id, { files, perFolder: files / FOLDERS });
      }
    }),
  );
}

function questionsOf(peers: Readonly<Record<keyof typeof DATASETS, SqliteEntries>>): readonly Question[] {
  const at = '/orgs/admin/ds';
  const random = randomNumbers(3);
  const numbers = Array.from({ length: 10 * REQUESTS }, () => Math.floor(random() * DATASETS.ten));
  const name = (number: number): string => String(numbers[number % numbers.length]).padStart(7, '0');
  const pathOf = (number: number): string => {
    const n = numbers[number % numbers.length]!;
    const folder = Math.floor(n / (DATASETS.hundred / FOLDERS));
    return `flights/f${String(folder).padStart(6, '0')}/DJI_${String(n).padStart(7, '0')}.JPG`;
  };
  const search = (row: Row, slug: keyof typeof DATASETS): Question => ({
    row,
    path: (number) => `${at}/${slug}/search?query=*${name(number)}*&limit=100`,
    sqlite: (number) => peers[slug].search(name(number)),
  });
  return [
    { row: ROOT, path: () => `${at}/hundred/list?path=flights`, sqlite: () => peers.hundred.list('flights') },
    search(SEARCH_10, 'ten'),
    search(SEARCH_100, 'hundred'),
    {
      row: ENTRY,
      path: (number) => `${at}/hundred/obj?path=${pathOf(number)}`,
      sqlite: (number) => peers.hundred.get(pathOf(number)),
    },
    { row: ONE, path: () => `${at}/hundred` },
    { row: LIST, path: () => at },
  ];
}

const headers = basic(PASSWORD);

const asked = async (target: Target, path: (number: number) => string): Promise<Figure> => {
  const paths = Array.from({ length: REQUESTS }, (_, number) => path(number));
  return timeOf(await load(target, paths, { headers, connections: 1, milliseconds: LIMIT_MS, isOnce: true }));
};

/** The first answer that a service gives after its start. */
async function first(service: Service, path: string): Promise<Figure> {
  const options = { headers, connections: 1, milliseconds: LIMIT_MS, isOnce: true };
  const { median, cpu } = await load(service, [path], options);
  return { value: median, cpu };
}

function timed(ask: (number: number) => unknown): Promise<Figure> {
  const before = process.cpuUsage();
  const times = Array.from({ length: REQUESTS }, (_, number) => {
    const begun = performance.now();
    ask(number);
    return performance.now() - begun;
  }).toSorted((a, b) => a - b);
  const { user, system } = process.cpuUsage(before);
  const [value, p99] = [0.5, 0.99].map((share) => times[Math.floor((times.length - 1) * share)]!);
  return Promise.resolve({ value: value!, p99: p99!, cpu: (user + system) / 1000 / REQUESTS });
}
