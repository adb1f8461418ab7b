import { writeFlight } from '../../src/kinds/pointcloud/testing/flight.ts';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApplicationOptions } from '../../src/application/index.ts';
import { heightFile } from '../../src/kinds/terrain/testing/height-file.ts';
import { glbBytes } from '../../src/kinds/tiles3d/testing/tile-bytes.ts';
import { densePlane } from '../../src/kinds/splat/lod/testing/scenes.ts';
import { plyOf } from '../../src/kinds/splat/testing/encode-ply.ts';
import { allKinds } from '../../src/kinds/index.ts';
import { createTools } from '../../src/tools/index.ts';
import { inFull } from '../support/full.ts';
import {
  heldDependencies,
  heldOutput,
  heldTools,
  programsIn,
  watchWork,
  type WatchedWork,
} from '../support/held-phases.ts';
import { createDataset } from '../support/people.ts';
import { AGREED, recount } from '../support/recount.ts';
import { form, startService, until, WHILE_TEST_RUNS, type TestService } from '../support/service.ts';
import { standInNode, type StandInNode } from '../support/stand-in-node.ts';
import { storedFiles } from '../support/stored-files.ts';
import { squareFeature } from '../support/square-feature.ts';
import { EMBEDDED } from '../support/test-database.ts';
import { toolFiles, toolPhoto } from '../support/tool-data.ts';
import { toolTrials } from '../support/tool-table.ts';
import { zipBytes } from '../support/zip-bytes.ts';

/** A service whose tools and builds can be held in a phase. */
const HELD: ApplicationOptions = {
  kinds: { ...allKinds, outputs: allKinds.outputs.map(heldOutput) },
  createTools: (given, kinds) => heldTools(createTools(heldDependencies(given), kinds)),
};

const DATASET = '/orgs/crew/ds/field';
const TASKS = `${DATASET}/tasks`;
const STATES_AT_END = ['Succeeded', 'Failed', 'Deleted'];
/** What a task that was cancelled may go on for: longer where others want the processors as well. */
const toEndMs = (): number => 10_000 * Math.max(1, loadavg()[0]! / availableParallelism());
/** Ends a test that hangs. A minute is usual; a machine with ten times the work may need ten. */
const LIMIT_MS = 900_000;
/** Tasks that are under way together: most of the time of each is spent waiting. */
const TOGETHER = 8;
const SOURCES = join(import.meta.dirname, '../../src');

interface Task {
  readonly taskId: string;
  readonly state: string;
  readonly errorText: string | null;
  readonly logTail: readonly string[];
}
interface Entry {
  readonly path: string;
  readonly hash: string;
  readonly buildStatus: string | null;
  readonly buildError: string | null;
}
/** What is asked for: of each tool something, and of some more, so that they come into all of their phases. */
interface Wish {
  /** The id of the tool, and its version where that is not the first. */
  readonly tool: string;
  readonly params: object;
  /** The same so that nothing of it succeeds with the first one. */
  readonly again: (phase: string) => object;
}

const isRun = inFull('each tool is cancelled in each of its phases, for a minute of a processor');
let service: TestService;
let node: StandInNode;
let wishes: Readonly<Record<string, Wish>>;
/** Answers that never come. */
const held: ServerResponse[] = [];
const server = createServer((request, response) => {
  if (request.url === '/never') held.push(response);
  else response.end('came');
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  wishes = wishesOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  node = await standInNode({ questions: 3, result: zipBytes([{ name: 'report.txt', content: 'done' }]) });
  service = await startService(
    {
      DATABASE_URL: EMBEDDED,
      ProcessingPlatform__NodeOdm: JSON.stringify([{ Id: 'node', Url: node.url }]),
      ProcessingPlatform__RemoteNodePollIntervalSeconds: '1',
      ProcessingPlatform__Workers: String(TOGETHER),
      BUILDS__CONCURRENCY: String(TOGETHER),
      Import__AllowedHosts: '127.0.0.1',
      ...limits('MaxConcurrentTasksPerUser', 'MaxQueuedTasksPerUser', 'MaxConcurrentTasksPerOrg'),
      ...limits('MaxConcurrentTasksGlobal', 'MaxConcurrentBulkDownloadsPerUser', 'MaxConcurrentUrlImportsPerUser'),
    },
    HELD,
  );
  await service.call('POST', '/orgs', { json: { slug: 'crew' } });
  await createDataset(service, 'crew/field', 1);
  const photo = await toolPhoto();
  await upload('photos/a.jpg', photo);
  await upload('photos/b.jpg', photo);
  for (const [path, make] of Object.entries(toolFiles)) await upload(path, make());
  await allBuilt();
}, LIMIT_MS);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await service[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
});

const limits = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`ProcessingPlatform__${name}`, '1000']));

function wishesOf(host: string): Readonly<Record<string, Wish>> {
  const trials = toolTrials(`${host}/file`);
  const never = (params: object): object => ({
    ...params,
    ...('outputPath' in params && { outputPath: String(params.outputPath).replace('made/', 'never/') }),
    ...('destPath' in params && { destPath: 'never' }),
    ...('sourcePath' in params && 'destPath' in params && { deleteArchive: true }),
    ...('url' in params && { fileName: 'never.txt' }),
  });
  const wish = (tool: string, params: object): Wish => ({
    tool,
    params,
    // What is cut off is in the midst of coming.
    again: (phase) => ({
      ...never(params),
      ...(phase === 'downloading' && 'url' in params && { url: `${host}/never` }),
    }),
  });
  return {
    ...Object.fromEntries(
      Object.entries(trials).flatMap(([tool, { parameters }]) =>
        tool === 'build' ? [] : [[tool, wish(tool, parameters)] as const],
      ),
    ),
    'raster-export of an index': wish('raster-export', {
      path: 'may.tif',
      formula: 'VARI',
      bandFilter: 'RGB',
      crs: 'EPSG:4326',
      format: 'COG',
    }),
    'raster-zones of an index': wish('raster-zones', {
      path: 'may.tif',
      formula: 'VARI',
      bandFilter: 'RGB',
      outputPath: 'made/vari.gpkg',
    }),
  };
}

async function upload(path: string, file: Uint8Array): Promise<void> {
  const { status } = await service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) });
  if (status !== 201) throw new Error(`${path} was not taken: ${status}`);
}
const read = async <T>(path: string): Promise<T> => (await (await service.call('GET', path)).json()) as T;
const entries = async (): Promise<readonly Entry[]> =>
  (await (await service.call('POST', `${DATASET}/search`, { json: {} })).json()) as readonly Entry[];
const allBuilt = (): Promise<readonly Entry[]> => until(entries, (list) => list.every(isBuilt), WHILE_TEST_RUNS);
/** @throws when it will not be built any more: nobody waits for that */
function isBuilt({ path, buildStatus, buildError }: Entry): boolean {
  if (buildStatus === 'failed') throw new Error(`${path} was not built: ${buildError}`);
  return buildStatus === null;
}
const find = (id: string): Promise<Task> => read(`${TASKS}/${id}`);
const buildOf = async (path: string): Promise<string> => {
  const [job] = await read<readonly { readonly jobId: string }[]>(`${DATASET}/builds?path=${path}`);
  if (job === undefined) throw new Error(`Nothing builds ${path}`);
  return job.jobId;
};
const hasEnded = ({ state }: Task): boolean => STATES_AT_END.includes(state);
const ended = (id: string): Promise<Task> => until(() => find(id), hasEnded, WHILE_TEST_RUNS);

async function submit(tool: string, params: object): Promise<string> {
  const [toolId, version = '1'] = tool.split(' ');
  const answer = await service.call('POST', TASKS, { json: { toolId, version, params, force: true } });
  const { taskId, error } = (await answer.json()) as { readonly taskId: string; readonly error?: string };
  expect([tool, answer.status], error).toEqual([tool, 202]);
  return taskId;
}

/** Waits until the task is held. @throws when the task ends first */
async function untilHeld(id: string, work: WatchedWork): Promise<void> {
  const comesToAnEnd = async (): Promise<never> => {
    const { state, errorText, logTail } = await ended(id);
    throw new Error(`It came to its end before it was held: ${[state, errorText, ...logTail].join('\n')}`);
  };
  await Promise.race([work.held, comesToAnEnd()]);
}

/** Cancels a task that is held, and waits until nothing of it is left. @returns the milliseconds that it took */
async function cancel(id: string, work: WatchedWork): Promise<number> {
  const folder = work.folder();
  const at = performance.now();
  expect(await (await service.call('DELETE', `${TASKS}/${id}`)).json()).toMatchObject({ deleted: true });
  expect((await find(id)).state).toBe('Deleted');
  const isGone = async (): Promise<boolean> =>
    work.isOver() && (folder === undefined || (!existsSync(folder) && (await programsIn(folder)).length === 0));
  await until(isGone, (gone) => gone, WHILE_TEST_RUNS);
  const took = performance.now() - at;
  expect(existsSync(join(service.dataDir, 'tasks', id))).toBe(false);
  expect((await service.call('GET', `${TASKS}/${id}/result`)).status).toBe(404);
  expect((await find(id)).state).toBe('Deleted');
  return took;
}

/** Does some work at a time until all is done. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const next = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: TOGETHER }, next));
}

/** Files below folders in which work is done, and what it makes is kept. */
async function filesOfWork(): Promise<readonly string[]> {
  const lists = ['reading', 'answering', 'tasks', 'builds', 'chunks'].map(async (name) => {
    const folder = join(service.dataDir, name);
    const items = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
    return items.filter((item) => item.isFile()).map((item) => join(item.parentPath, item.name));
  });
  return [...(await Promise.all(lists)).flat(), ...(await storedFiles(service))].toSorted();
}

/** Phases that the sources of kinds and tools name, tests left out. Those of builds begin with a capital letter. */
async function phasesOf(what: 'builds' | 'tools'): Promise<readonly string[]> {
  const names = await readdir(SOURCES, { recursive: true });
  const files = names.filter((name) => /^(?:kinds|tools)\/(?!.*testing\/).*(?<!\.test)\.ts$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(join(SOURCES, name), 'utf8')));
  const named = texts.flatMap((text) => [...text.matchAll(/phase(?: =|:) '([^']+)'|report\([^;\n]*, '([^']+)'\)/g)]);
  const phases = new Set(named.map(([, field, argument]) => field ?? argument!));
  return [...phases].filter((phase) => /^[A-Z]/.test(phase) === (what === 'builds')).toSorted();
}
const withoutNumber = (phase: string): string => phase.replace(/^\w+: /, '').replace(/ \d+$/, '');

describe.runIf(isRun)('tasks of every tool', () => {
  /** The phases of each wish, as a task that succeeded came through them. */
  const phases = new Map<string, readonly string[]>();

  it(
    'come into phases, all of which are known',
    async () => {
      const tools = (await read<readonly { id: string; version: string }[]>(`${TASKS}/tools`)).map(({ id, version }) =>
        version === '1' ? id : `${id} ${version}`,
      );
      const asked = new Set(['build', ...Object.values(wishes).map(({ tool }) => tool)]);
      expect([...asked].toSorted()).toEqual(tools.toSorted());
      await each(Object.entries(wishes), async ([name, { tool, params }]) => {
        const id = await submit(tool, params);
        const work = watchWork(id);
        const { state, errorText, logTail } = await ended(id);
        expect([name, state, errorText], logTail.join('\n')).toEqual([name, 'Succeeded', null]);
        phases.set(name, work.phases);
      });
      const seen = new Set([...phases.values()].flat().map(withoutNumber));
      expect((await phasesOf('tools')).filter((phase) => !seen.has(phase))).toEqual([]);
      await allBuilt();
    },
    LIMIT_MS,
  );

  it(
    'H-7 are cancelled in each of them, end within seconds, and leave nothing',
    async () => {
      const facts = async () => [
        (await entries()).map(({ buildStatus: _, buildError: __, ...entry }) => entry),
        await read(`${DATASET}/stamp`),
      ];
      const before = [await facts(), await filesOfWork()];
      const rows = [...phases].flatMap(([name, list]) => list.map((phase) => [name, phase] as const));
      const cancelled = new Map<string, string[]>();
      const slow: (readonly [string, string, number])[] = [];
      await each(rows, async ([name, phase]) => {
        const { tool, again } = wishes[name]!;
        const id = await submit(tool, again(phase));
        const work = watchWork(id, phase);
        const took = await untilHeld(id, work)
          .then(() => cancel(id, work))
          .catch((cause: unknown) => {
            throw new Error(`${name}, ${phase}: ${String(cause)}`, { cause });
          });
        if (took > toEndMs()) slow.push([name, phase, took]);
        await until(
          // What is no task there yet the node clears away by itself.
          () => Promise.resolve(node.tasks.get(id)?.isCommitted === true),
          (isThere) => !isThere,
          WHILE_TEST_RUNS,
        );
        cancelled.set(name, [...(cancelled.get(name) ?? []), phase]);
      });
      expect(slow).toEqual([]);
      for (const [name, list] of phases)
        expect([name, cancelled.get(name)?.toSorted()]).toEqual([name, list.toSorted()]);
      expect([await facts(), await filesOfWork()]).toEqual(before);
      expect(await programsIn(service.dataDir)).toEqual([]);
    },
    LIMIT_MS,
  );
});

/** OBJ of a hilly square: twice the square of its side in triangles. */
function hills(side: number): string {
  const [places, faces]: [string[], string[]] = [[], []];
  for (let y = 0; y <= side; y += 1)
    for (let x = 0; x <= side; x += 1) {
      places.push(`v ${x} ${y} ${(9 * Math.sin(x / 9) * Math.cos(y / 7)).toFixed(3)}`);
      const at = y * (side + 1) + x + 1;
      if (x < side && y < side) faces.push(`f ${at} ${at + 1} ${at + side + 2} ${at + side + 1}`);
    }
  return `${[...places, ...faces].join('\n')}\n`;
}

describe.runIf(isRun)('builds', () => {
  /** So many that they are read for seconds: fewer were read before a busy machine had found their program. */
  const POINTS = 2_000_000;
  const PROJECT_ID = 8;
  const model = hills(400);
  const splats = plyOf(densePlane(30_000));
  let flight: Buffer;
  beforeAll(async () => {
    const path = join(service.dataDir, 'flight.laz');
    await writeFlight(path, POINTS);
    flight = await readFile(path);
    await rm(path);
  });

  const FILES: Readonly<Record<string, (at: number) => Uint8Array>> = {
    '.tif': (at) =>
      heightFile({
        affine: [500_000, 2, 0, 4_000_000, 0, -2],
        epsg: 32632,
        nodata: -9999,
        width: 40,
        height: 40,
        heightAt: (x, y) => x + y + at,
      }),
    // Each file gets a project id of its own, which no reader uses.
    '.laz': (at) => {
      const file = Buffer.from(flight);
      file.writeUInt32LE(at, PROJECT_ID);
      return file;
    },
    '.geojson': (at) =>
      Buffer.from(
        JSON.stringify({ type: 'FeatureCollection', features: [squareFeature(10 + at / 100, 45, 0.01, { at })] }),
      ),
    '.obj': (at) => Buffer.from(`${model}# ${at}\n`),
    // The first red of the first splat is a number of its own.
    '.ply': (at) => {
      const file = Buffer.from(splats);
      file.writeFloatLE(at / 100, file.indexOf('end_header\n') + 'end_header\n'.length + 12);
      return file;
    },
    '.3tz': (at) => {
      const root = { content: { uri: 'a.glb' }, boundingVolume: { sphere: [0, 0, 0, 1 + at] }, geometricError: 1 };
      const tileset = JSON.stringify({ asset: { version: '1.1' }, geometricError: 2, root });
      return zipBytes([
        { name: 'tileset.json', content: tileset },
        { name: 'a.glb', content: glbBytes() },
      ]);
    },
  };

  it(
    'H-7 are cancelled in each of their phases, end within seconds, and leave nothing',
    async () => {
      // Only some photographs are compressed without loss. Placing files takes too little time to hold a build in it.
      const others = ['Compressing without loss', 'Placing files'];
      const watched = Object.entries(FILES).map(([extension, make]) => ({
        extension,
        make,
        work: watchWork(`whole${extension}`),
      }));
      for (const { extension, make } of watched) {
        await upload(`held/whole${extension}`, make(0));
        // What is optional is made while the file counts as built.
        const { state, errorText, logTail } = await ended(await buildOf(`held/whole${extension}`));
        expect([extension, state, errorText], logTail.join('\n')).toEqual([extension, 'Succeeded', null]);
      }
      const rows = watched.flatMap(({ extension, make, work }) =>
        work.phases
          .filter((phase) => !others.includes(withoutNumber(phase)))
          .map((phase, at) => ({ phase, name: `${at}${extension}`, file: make(at + 1) })),
      );
      const seen = new Set(rows.map(({ phase }) => withoutNumber(phase)));
      expect((await phasesOf('builds')).filter((phase) => !seen.has(phase))).toEqual(others);
      await each(rows, async ({ phase, name, file }) => {
        const work = watchWork(name, phase);
        await upload(`held/${name}`, file);
        await untilHeld(await buildOf(`held/${name}`), work);
        // The build that is under way is the answer.
        const again = await service.call('POST', TASKS, {
          json: { toolId: 'build', params: { path: `held/${name}` } },
        });
        const { taskId } = (await again.json()) as Task;
        expect([name, phase, again.status]).toEqual([name, phase, 200]);
        expect(await cancel(taskId, work)).toBeLessThan(toEndMs());
        const entry = await read<Entry>(`${DATASET}/obj?path=held/${name}`);
        // Without its tiles, which are optional, a model is built.
        const stands = name.endsWith('.obj') && phase.startsWith('3dtiles: ');
        expect([name, phase, entry.buildStatus, entry.buildError]).toEqual(
          stands ? [name, phase, null, null] : [name, phase, 'failed', 'Cancelled by admin.'],
        );
        const nexus = await service.call('GET', `${DATASET}/build/${entry.hash}/nxs/model.nxz`);
        expect([name, phase, nexus.status]).toEqual([name, phase, stands ? 200 : 404]);
        for (const file of ['cog/cog.tif', 'copc/cloud.copc.laz', 'mvt/metadata.json', '3dtiles/tileset.json'])
          expect((await service.call('GET', `${DATASET}/build/${entry.hash}/${file}`)).status).toBe(404);
      });
      expect(await programsIn(service.dataDir)).toEqual([]);
    },
    LIMIT_MS,
  );

  it('and all that is counted is what a recount says', async () => {
    await service.app.close();
    expect(await recount(service.environment)).toEqual(AGREED);
  });
});
