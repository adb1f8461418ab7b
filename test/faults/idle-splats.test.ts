import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { notedProcesses, type NotedProcesses } from '../../src/builds/outputs/testing/noted-processes.ts';
import { STAND_IN, withStandIn } from '../../src/builds/outputs/testing/stand-in.ts';
import { allKinds } from '../../src/kinds/index.ts';
import { densePlane } from '../../src/kinds/splat/lod/testing/scenes.ts';
import { plyOf } from '../../src/kinds/splat/testing/encode-ply.ts';
import { markPending } from '../support/pending-marker.ts';
import { mainArguments, mainEnvironment } from '../support/process.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { copyOnServer, type TestDatabase } from '../support/test-database.ts';

const SETTING = 'SVC_BUILDLOD_IDLE_TIMEOUT_SECONDS';
const DATASET = '/orgs/admin/ds/splats';
const PROGRAM = fileURLToPath(import.meta.resolve('../../src/kinds/splat/build/program.ts'));

interface Job {
  readonly currentState: string;
  readonly outcome: string | null;
  readonly errorMessage: string | null;
}

describe(`H-4 ${SETTING}`, () => {
  let folder: string;
  let processes: NotedProcesses;
  let database: TestDatabase;
  let service: TestService;
  let hash: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alidade-idle-'));
    processes = notedProcesses(folder);
    // Not the embedded one: the test writes the row of a pending build.
    database = await copyOnServer();
    vi.stubEnv('PATH', [folder, process.env['PATH']].join(delimiter));
    const outputs = allKinds.outputs.map((output) => (output.made === 'by-build' ? withStandIn(output) : output));
    // 3 seconds: the first build is a real one, on a machine that may be busy.
    service = await startService({ DATABASE_URL: database.url, [SETTING]: '3' }, { kinds: { ...allKinds, outputs } });
    vi.unstubAllEnvs();
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'splats' } });
    const body = form({ path: 'scan.ply', file: plyOf(densePlane(500)) });
    const answer = await service.call('POST', `${DATASET}/obj`, { body });
    ({ hash } = (await answer.json()) as { hash: string });
    await until(jobs, ([job]) => job?.outcome === 'built');
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  });

  /** Newest first. */
  const jobs = async (): Promise<readonly Job[]> =>
    (await (await service.call('GET', `${DATASET}/builds?path=scan.ply`)).json()) as Job[];
  const rebuilt = async (count: number): Promise<Job> => {
    await service.call('POST', `${DATASET}/build`, { json: { path: 'scan.ply', force: true } });
    const ended = (all: readonly Job[]): boolean =>
      all.length === count && ['Succeeded', 'Failed'].includes(all[0]!.currentState);
    return (await until(jobs, ended))[0]!;
  };
  const served = async (): Promise<string> => {
    const answer = await service.call('GET', `${DATASET}/build/${hash}/gsplat/model.rad`);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer()).toString('base64');
  };
  /** Names, sizes and times of all files of outputs. */
  const outputFiles = async (): Promise<readonly string[]> => {
    const place = join(service.dataDir, 'builds');
    const names = (await readdir(place, { recursive: true })).toSorted();
    return Promise.all(
      names.map(async (name) => {
        const { size, mtimeMs } = await stat(join(place, name));
        return `${name} ${size} ${mtimeMs}`;
      }),
    );
  };

  it.concurrent.each(['0', '86401', '1.5', 'x'])(
    'of %j ends a start of the service, before it touches an output',
    async (value) => {
      const before = await outputFiles();
      expect(before.length).toBeGreaterThan(2);
      const child = spawn(process.execPath, mainArguments('serve'), {
        env: mainEnvironment({ ...service.environment, PORT: '0', [SETTING]: value }),
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => void (said += text));
      const [code] = (await once(child, 'close')) as [number | null];
      expect([code, said]).toEqual([1, expect.stringContaining(`${SETTING} must be a whole number from 1 to 86400`)]);
      expect(await outputFiles()).toEqual(before);
    },
  );

  it('ends a build whose runner hangs: it fails, the old output and the pending marker stay', async () => {
    const before = await served();
    await using marker = await markPending(service, 'splats', 'scan.ply', ['scan.geo.json']);
    await processes.write(STAND_IN, "trap '' TERM; printf '0...10...20'; exec sleep 300");
    const job = await rebuilt(2);
    expect(job).toMatchObject({
      currentState: 'Failed',
      outcome: 'idle-timeout',
      errorMessage: expect.stringMatching(/gave no sign of life for 3000 ms and was ended/),
    });
    expect([(await processes.ids()).length, await processes.running()]).toEqual([1, []]);
    expect(await served()).toBe(before);
    expect(await marker.missing()).toEqual([['scan.geo.json'], ['scan.geo.json']]);

    await processes.write(STAND_IN, `exec '${process.execPath}' '${PROGRAM}' "$@"`);
    expect(await rebuilt(3)).toMatchObject({ currentState: 'Succeeded', outcome: 'built' });
    expect(await served()).toBe(before);
    await until(marker.missing, ([row, file]) => row === undefined && file === undefined);
  });

  it('a build whose runner ends with an error consumes the marker', async () => {
    await using marker = await markPending(service, 'splats', 'scan.ply', ['scan.geo.json']);
    await processes.write(STAND_IN, 'sleep 300 & echo "ERROR 1: no more" >&2; exit 3');
    expect(await rebuilt(4)).toMatchObject({ currentState: 'Failed', outcome: 'tool-failed' });
    await until(marker.missing, ([row, file]) => row === undefined && file === undefined);
  });
});
