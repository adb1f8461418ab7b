import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { basic, startProcess } from '../../test/support/process.ts';
import { form } from '../../test/support/service.ts';
import { tileOf } from '../../test/support/web-mercator.ts';
import { type ProcessLoad, processorSecondsOfEnded, watchLoad } from '../support/process-load.ts';

const PASSWORD = 'secret123';
const headers = basic(PASSWORD);
const DATASET = '/orgs/admin/ds/bench';
/** Zoom of the tiles that are drawn; which one does not matter. */
const ZOOM = 17;
const PAUSE_MS = 20;

export interface CogTiming extends ProcessLoad {
  readonly seconds: number;
}

export interface ServedTiming extends CogTiming {
  /** Lines of the build's log, with what each program took. */
  readonly log: string;
}

/** From the end of the upload of a raster to its first tile, by a service of its own: all its processes are counted. */
export async function timeServedCog(source: string, folder: string): Promise<ServedTiming> {
  const data = join(folder, 'data');
  const service = await startProcess({ DATA_DIR: data, DefaultAdmin__Password: PASSWORD });
  try {
    const call = async (method: string, path: string, body?: FormData): Promise<Response> => {
      const answer = await fetch(service.url + path, { method, headers, ...(body && { body }) });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer;
    };
    const json = async (path: string): Promise<unknown> => (await call('GET', path)).json();
    await call('POST', '/orgs/admin/ds', form({ slug: 'bench', visibility: '1' }));
    const upload = new FormData();
    upload.append('path', 'ortho.tif');
    upload.append('file', await openAsBlob(source), 'ortho.tif');
    // The bytes are written while they arrive, so that the peak and the processor time of the upload are in it as well.
    const load = watchLoad(service.child.pid!);
    const uploaded = (await (await call('POST', `${DATASET}/obj`, upload)).json()) as Entry;
    const begin = performance.now();
    for (;;) {
      const [job] = (await json(`${DATASET}/builds?path=ortho.tif`)) as Job[];
      if (job?.currentState === 'Failed') throw new Error(`The build failed: ${job.errorMessage}`);
      if (job?.currentState === 'Succeeded') break;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    const { z, x, y } = tileOf(uploaded.point_geom.geometry.coordinates, ZOOM);
    await (await call('GET', `${DATASET}/tiles/${z}/${x}/${y}?path=ortho.tif`)).arrayBuffer();
    const seconds = (performance.now() - begin) / 1000;
    const used = await load.end();
    const [job] = (await json(`${DATASET}/builds?path=ortho.tif`)) as Job[];
    const { log } = (await json(`${DATASET}/builds/${job!.jobId}`)) as { log: string };
    return { seconds, ...used, log };
  } finally {
    await service.end('SIGTERM');
    await rm(data, { recursive: true, force: true });
  }
}

interface Entry {
  readonly point_geom: { readonly geometry: { readonly coordinates: [number, number] } };
}

interface Job {
  readonly jobId: string;
  readonly currentState: string;
  readonly errorMessage: string | null;
}

/** The grid and the form of a COG, which GDAL makes again. */
export interface CogForm {
  readonly zoom: number;
  readonly overviews: number;
  readonly options: readonly string[];
}

/** `gdalwarp -of COG` with the same tiles, overviews, quality and threads. */
export async function timeGdalwarp(source: string, folder: string, cog: CogForm): Promise<CogTiming> {
  const target = join(folder, 'gdalwarp');
  await mkdir(target);
  const creation = [
    'TILING_SCHEME=GoogleMapsCompatible',
    `ZOOM_LEVEL=${cog.zoom}`,
    `ALIGNED_LEVELS=${cog.overviews + 1}`,
    `OVERVIEW_COUNT=${cog.overviews}`,
    'BLOCKSIZE=256',
    'NUM_THREADS=2',
    'SPARSE_OK=YES',
    'OVERVIEW_RESAMPLING=AVERAGE',
    ...cog.options,
  ];
  const args = ['-of', 'COG', '-t_srs', 'EPSG:3857', '-r', 'bilinear', '-multi', '-wo', 'NUM_THREADS=2'];
  const options = creation.flatMap((option) => ['-co', option]);
  const begin = performance.now();
  const child = spawn('gdalwarp', [...args, ...options, source, join(target, 'cog.tif')], {
    stdio: 'ignore',
    env: { ...process.env, GDAL_CACHEMAX: '256', GDAL_NUM_THREADS: '2', GDAL_PAM_ENABLED: 'NO' },
  });
  const before = await processorSecondsOfEnded();
  const load = watchLoad(child.pid!);
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`gdalwarp ended with ${code}`))));
  });
  const seconds = (performance.now() - begin) / 1000;
  const { peakMB } = await load.end();
  await rm(target, { recursive: true });
  return { seconds, cpu: (await processorSecondsOfEnded()) - before, peakMB };
}
