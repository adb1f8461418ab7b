import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EntryType } from '../../src/inspection/index.ts';
import { placeEmbeddedDatabase } from '../support/embedded-template.ts';
import { writeGeoTiff } from '../support/geotiff.ts';
import { basic, startProcess } from '../support/process.ts';

const isLinux = process.platform === 'linux';
if (!isLinux) console.warn('Skipped: what a process has loaded is read from /proc, which is there on Linux.');

/** Whether the library that reads geodata is loaded, by what the kernel says of a process. */
const hasGdal = async (pid: number): Promise<boolean> =>
  /\/(?:libgdal|gdal\.node)/.test(await readFile(`/proc/${pid}/maps`, 'utf8'));

/** Processes that one has started, whichever of its threads did. */
const childrenOf = async (pid: number): Promise<readonly number[]> => {
  const found = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return found.split(' ').filter(Boolean).map(Number);
};

it.runIf(isLinux)(
  'a file of a stranger is read by a child: the service itself has not loaded what reads it',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'alidade-apart-'));
    await placeEmbeddedDatabase(dataDir);
    const service = await startProcess({ DATA_DIR: dataDir, DefaultAdmin__Password: 'secret123' });
    try {
      const call = (route: string, body: FormData): Promise<Response> =>
        fetch(`${service.url}${route}`, { method: 'POST', body, headers: basic('secret123') });
      const dataset = new FormData();
      dataset.set('slug', 'apart');
      expect((await call('/orgs/admin/ds', dataset)).status).toBe(201);
      const place = { origin: [500_000, 4_649_000], pixel: 1, epsg: 32_632 } as const;
      const raster = writeGeoTiff({ ...place, width: 16, height: 16, colour: () => [1, 2, 3] });
      const upload = new FormData();
      upload.set('path', 'a.tif');
      upload.set('file', new Blob([new Uint8Array(raster)]), 'a.tif');
      const answer = await call('/orgs/admin/ds/apart/obj', upload);
      // What it is can only be told by who has read it.
      expect(await answer.json()).toMatchObject({ type: EntryType.GeoRaster, properties: { width: 16 } });
      const pid = service.child.pid!;
      expect(await hasGdal(pid)).toBe(false);
      const readers = await Promise.all((await childrenOf(pid)).map(hasGdal));
      expect(readers).toContain(true);
    } finally {
      expect(await service.end('SIGTERM')).toBe(0);
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
