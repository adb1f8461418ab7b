import { glob, readFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { basic, type ServiceProcess } from '../../test/support/process.ts';
import { form, until } from '../../test/support/service.ts';
import { processorTimeOf } from '../support/fastcgi.ts';

/** A service that draws maps. */
export interface MapServerUnderTest {
  /** The picture that a query asks for. */
  get(query: string): Promise<Uint8Array>;
  /** Milliseconds of processor time of all of its processes. */
  processorTime(): Promise<number>;
}

/** Pictures per second, and milliseconds of processor time for one: the steadier figure on a busy machine. */
export interface Speed {
  readonly rate: number;
  readonly cpu: number;
}

export const PASSWORD = 'secret123';
export const DATASET = '/orgs/admin/ds/bench';

/** GetMap of the benchmark's dataset of a running service. */
export function wmsOf(service: ServiceProcess): MapServerUnderTest & { close(): void } {
  const agent = new Agent({ keepAlive: true });
  return {
    async get(query) {
      // Not by `fetch`, which takes half as much again of the processors that both sides and their clients share.
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        get(`${service.url}${DATASET}/wms?${query}`, { agent }, resolve).on('error', reject);
      });
      return buffer(answer);
    },
    async processorTime() {
      const children = await readFile(`/proc/${service.child.pid}/task/${service.child.pid}/children`, 'utf8');
      const ids = [service.child.pid!, ...children.split(' ').filter(Boolean).map(Number)];
      return (await Promise.all(ids.map(processorTimeOf))).reduce((sum, time) => sum + time, 0);
    },
    close: () => agent.destroy(),
  };
}

/**
 * Uploads rasters into a new public dataset and waits for their COGs.
 * @returns the COG of each, for others
 */
export async function uploadRasters(
  service: ServiceProcess,
  dataFolder: string,
  rasters: readonly string[],
): Promise<readonly string[]> {
  const headers = basic(PASSWORD);
  const call = (path: string, body?: FormData) =>
    fetch(service.url + path, { headers, ...(body && { method: 'POST', body }) });
  await call('/orgs/admin/ds', form({ slug: 'bench', visibility: '1' }));
  const cogs = new Set<string>();
  for (const raster of rasters) {
    const path = basename(raster);
    const uploaded = await call(`${DATASET}/obj`, form({ path, file: await readFile(raster) }));
    if (uploaded.status !== 201) throw new Error(`The upload was answered by ${uploaded.status}.`);
    const state = async (): Promise<string | null> =>
      ((await (await call(`${DATASET}/obj?path=${path}`)).json()) as { buildStatus: string | null }).buildStatus;
    await until(state, (status) => status === null, 600);
    for await (const cog of glob(join(dataFolder, '**/cog.tif'))) cogs.add(cog);
  }
  if (cogs.size !== rasters.length) throw new Error('A built COG was not found.');
  return [...cogs];
}

interface Load {
  readonly queries: Iterator<string>;
  readonly clients: number;
  readonly milliseconds: number;
  /** Pictures at most. */
  readonly most?: number;
}

/** Asks for pictures by a few clients for a while. */
export async function measure(
  server: MapServerUnderTest,
  { queries, clients, milliseconds, most = Infinity }: Load,
): Promise<Speed> {
  const [before, used] = [performance.now(), await server.processorTime()];
  let [asked, done] = [0, 0];
  const client = async (): Promise<void> => {
    while (performance.now() - before < milliseconds) {
      if (asked++ >= most) return;
      const answer = await server.get(queries.next().value as string);
      if (answer[0] !== 0x89 && answer[0] !== 0xff) {
        throw new Error(`No picture: ${Buffer.from(answer).toString().slice(-500)}`);
      }
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - before) / 1000;
  return { rate: done / seconds, cpu: ((await server.processorTime()) - used) / done };
}
