import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuildFailure, type BuildOutput, type OutputRequest } from '../../src/builds/outputs/index.ts';
import { EngineError } from '../../src/engine/index.ts';
import { everyKind, kindsOf } from '../../src/kinds/index.ts';
import { roofObj } from '../support/models.ts';
import { form, startService, until, type TestService } from '../support/service.ts';

const DATASET = '/orgs/admin/ds/optional';

/** What the tiles of a model do in place of being built, by its name. */
const scripts = new Map<string, (request: OutputRequest) => Promise<void>>();
const kinds = kindsOf(
  everyKind.map((kind) => ({
    ...kind,
    outputs: kind.outputs.map((output) =>
      kind.name === 'mesh' && output.kind === '3dtiles' ? scripted(output as BuildOutput) : output,
    ),
  })),
);

function scripted(output: BuildOutput): BuildOutput {
  return {
    ...output,
    async build(request) {
      await scripts.get(request.name)?.(request);
      return output.build(request);
    },
  };
}

interface Entry {
  readonly hash: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly buildStatus: string | null;
  readonly buildError: string | null;
}

interface Job {
  readonly jobId: string;
  readonly currentState: string;
  readonly log: string;
}

let service: TestService;
beforeAll(async () => {
  service = await startService({}, { kinds });
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'optional' } });
});
afterAll(() => service[Symbol.asyncDispose]());

const read = async <T>(path: string): Promise<T> => (await (await service.call('GET', path)).json()) as T;
const settled = (path: string): Promise<Entry> =>
  until(
    () => read<Entry>(`${DATASET}/obj?path=${path}`),
    ({ buildStatus }) => buildStatus === null || buildStatus === 'failed',
    60,
  );
const has = async ({ hash }: Entry, file: string): Promise<number> =>
  (await service.call('HEAD', `${DATASET}/build/${hash}/${file}`)).status;
const newestJob = async (path: string): Promise<Job> => {
  const [newest] = await read<readonly Job[]>(`${DATASET}/builds?path=${path}`);
  return read<Job>(`${DATASET}/builds/${newest!.jobId}`);
};

const full = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

describe('a build whose tiles fail is a build that succeeded', () => {
  it.each([
    ['says why it cannot', () => new BuildFailure('invalid-input', 'It is too strange.'), /It is too strange\./],
    ['finds the disk full', full, /disk is full/],
    [
      'has too little space to begin',
      () => new BuildFailure('low-space', 'Too little space is left.'),
      /Too little space/,
    ],
    [
      'gives no sign of life',
      () => new EngineError('idle-timeout', 'The program gave no sign of life.'),
      /no sign of life/,
    ],
    ['takes too long', () => new BuildFailure('timeout', 'The build took longer than 5 seconds.'), /longer than/],
    ['takes too much memory', () => new EngineError('memory', 'It needed more memory than is allowed.'), /memory/],
    ['crashes', () => new EngineError('crashed', 'The program ended by a signal.'), /ended by a signal/],
    ['is not installed', () => new EngineError('missing-program', 'The program is not installed.'), /not installed/],
    ['lacks a file', () => new BuildFailure('dependency-outside', 'It names a file outside.'), /names a file outside/],
    ['has a fault of our own', () => new TypeError('undefined is not a function'), /The service failed; see its log\./],
  ] as const)('%s', async (what, failure, told) => {
    const path = `${what.replaceAll(' ', '-')}.obj`;
    scripts.set(path, async ({ scratch }) => {
      // What lies there then is nothing to anybody.
      await writeFile(join(scratch, 'tileset.json'), '{}');
      throw failure();
    });
    const body = form({ path, file: Buffer.from(roofObj(what)) });
    expect((await service.call('POST', `${DATASET}/obj`, { body })).status).toBe(201);
    const entry = await settled(path);
    expect([entry.buildStatus, entry.buildError]).toEqual([null, null]);
    expect([await has(entry, 'nxs/model.nxz'), await has(entry, '3dtiles/tileset.json')]).toEqual([200, 404]);
    const job = await newestJob(path);
    expect(job.currentState).toBe('Succeeded');
    expect(job.log).toMatch(/3dtiles was left out: /);
    expect(job.log).toMatch(told);
    // A state of their own.
    expect(entry.properties['tiles3d']).toBeNull();
    const pending = await read<{ readonly pendingBuildsNow: number }>('/sys/build-pending-status');
    expect(pending.pendingBuildsNow).toBe(0);
  });

  it('and has them when it is built again without the fault', async () => {
    scripts.clear();
    const path = 'crashes.obj';
    await service.call('POST', `${DATASET}/build`, { json: { path, force: true } });
    const entry = await until(
      () => read<Entry>(`${DATASET}/obj?path=${path}`),
      ({ buildStatus, properties }) => buildStatus === null && properties['tiles3d'] !== null,
      60,
    );
    expect(await has(entry, '3dtiles/tileset.json')).toBe(200);
    expect(entry.properties['tiles3d']).toMatchObject({ tiles: 1 });
  });

  it('and keeps the tiles of before when it is built again with one', async () => {
    scripts.set('crashes.obj', () => Promise.reject(new BuildFailure('invalid-input', 'Not this time.')));
    await service.call('POST', `${DATASET}/build`, { json: { path: 'crashes.obj', force: true } });
    const job = await until(
      () => newestJob('crashes.obj'),
      ({ log, currentState }) => currentState === 'Succeeded' && log.includes('Not this time.'),
      60,
    );
    expect(job.log).toMatch(/3dtiles was left out/);
    expect(await has(await settled('crashes.obj'), '3dtiles/tileset.json')).toBe(200);
  });
});
