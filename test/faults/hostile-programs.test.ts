import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isRunning } from '../../src/engine/testing/programs.ts';
import { writeGeoTiff } from '../support/geotiff.ts';
import { AGREED, recount } from '../support/recount.ts';
import { readWhole } from '../support/read-whole.ts';
import { form, startService, until, type TestService } from '../support/service.ts';

const DATASET = '/orgs/admin/ds/field';
const TASKS = `${DATASET}/tasks`;
const LOG_LINES = 200;
const LOG_BYTES = 32_768;
/** Where tasks write. */
const PLACES = ['blobs', 'reading', 'tasks'];
/** Every process of a program notes its id here. */
const PIDS = 'pids';

interface Task {
  readonly taskId: string;
  readonly state: string;
  readonly errorType: string | null;
  readonly errorText: string | null;
  readonly logTail: readonly string[];
}

/** What the program does in place of its work. The notes are written before anything else. */
const HABITS = {
  hangs: 'echo 0...10; exec sleep 300',
  'is silent': 'exec sleep 300',
  'does not heed TERM, and has children that leave its group':
    `trap '' TERM; echo 0...10; ` +
    `for i in 1 2 3 4 5; do setsid sh -c 'echo $$ >> "$PIDS"; trap "" TERM; sleep 300' & done; while :; do sleep 300; done`,
  'floods its errors, and hangs': 'yes "a word about nothing" | head -c 20000000 >&2; exec sleep 300',
  'ends well, and made nothing': 'exit 0',
  'leaves a child behind, and made nothing': `setsid sh -c 'echo $$ >> "$PIDS"; exec sleep 300' & exit 0`,
  fails: 'echo "ERROR 1: it is no raster" >&2; exit 2',
  'is killed': 'kill -SEGV $$',
} as const;

describe('H-4 a task whose program', () => {
  let folder: string;
  let service: TestService;
  let before: readonly string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alidade-habits-'));
    vi.stubEnv('PATH', [folder, process.env['PATH']].join(delimiter));
    service = await startService({ BUILDS__CONCURRENCY: '0', BUILDS__IDLETIMEOUTSECONDS: '1' });
    vi.unstubAllEnvs();
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'field' } });
    const file = writeGeoTiff({
      width: 64,
      height: 64,
      origin: [680_000, 5_151_000],
      pixel: 0.2,
      epsg: 32632,
      colour: (x, y) => [x, y, 0],
    });
    await service.call('POST', `${DATASET}/obj`, { body: form({ path: 'map.tif', file }) });
    for (const place of PLACES) await mkdir(join(service.dataDir, place), { recursive: true });
    before = await files();
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const files = async (): Promise<readonly string[]> => {
    const read = (place: string) => readdir(join(service.dataDir, place), { recursive: true, withFileTypes: true });
    const items = await Promise.all(PLACES.map((place) => readWhole(() => read(place))));
    return items
      .flat()
      .filter((item) => item.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted();
  };
  const begin = async (habit: keyof typeof HABITS): Promise<string> => {
    const program = join(folder, 'gdalwarp');
    const notes = join(folder, PIDS);
    await writeFile(notes, '');
    await writeFile(program, `#!/bin/sh\nexport PIDS='${notes}'\necho $$ >> "$PIDS"\n${HABITS[habit]}\n`);
    await chmod(program, 0o755);
    const params = { path: 'map.tif', content: 'values', crs: 'EPSG:4326' };
    const answer = await service.call('POST', TASKS, { json: { toolId: 'raster-export', params, force: true } });
    expect(answer.status).toBe(202);
    return ((await answer.json()) as Task).taskId;
  };
  const find = async (id: string): Promise<Task> =>
    (await service.call('GET', `${TASKS}/${id}`)).json() as Promise<Task>;
  const pids = async (): Promise<readonly number[]> =>
    (await readFile(join(folder, PIDS), 'utf8')).trim().split('\n').filter(Boolean).map(Number);
  const running = async (): Promise<readonly number[]> =>
    (await pids()).filter((pid) => isRunning(pid, (path) => readFileSync(path, 'latin1')));
  const nothingIsLeft = async (): Promise<void> => {
    await until(running, (left) => left.length === 0);
    await until(files, (left) => JSON.stringify(left) === JSON.stringify(before));
  };

  it.each([
    ['hangs', 'Timeout', /no sign of life/],
    ['is silent', 'Timeout', /no sign of life/],
    ['does not heed TERM, and has children that leave its group', 'Timeout', /no sign of life/],
    ['floods its errors, and hangs', 'Timeout', /no sign of life/],
    ['ends well, and made nothing', 'ToolFailed', /./],
    ['leaves a child behind, and made nothing', 'ToolFailed', /./],
    ['fails', 'ToolFailed', /no raster/],
    ['is killed', 'ToolFailed', /./],
  ] as const)('%s fails, says why in few words, and leaves nothing', async (habit, type, words) => {
    const id = await begin(habit);
    const task = await until(
      () => find(id),
      ({ state }) => state === 'Succeeded' || state === 'Failed',
      120,
    );
    expect([task.state, task.errorType], [task.errorText, ...task.logTail].join('\n')).toEqual(['Failed', type]);
    expect(task.errorText).toMatch(words);
    expect(task.logTail.length).toBeLessThanOrEqual(LOG_LINES);
    expect(task.logTail.join('\n').length).toBeLessThanOrEqual(LOG_BYTES);
    expect((await pids()).length).toBeGreaterThan(0);
    await nothingIsLeft();
  });

  it('does not heed TERM, and has children that leave its group, is cancelled within seconds', async () => {
    const id = await begin('does not heed TERM, and has children that leave its group');
    await until(pids, (known) => known.length > 3);
    const answer = await service.call('DELETE', `${TASKS}/${id}`);
    expect(answer.status, await answer.text()).toBe(200);
    await nothingIsLeft();
    expect(await find(id)).toMatchObject({ state: 'Deleted' });
  });

  it('and nothing of them is counted', async () => {
    await service.app.close();
    expect(await recount(service.environment)).toEqual(AGREED);
  });
});
