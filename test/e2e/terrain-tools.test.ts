import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heightFile } from '../../src/kinds/terrain/testing/height-file.ts';
import { createDataset } from '../support/people.ts';
import { form, startService, until, type TestService } from '../support/service.ts';

const DATASET = '/orgs/admin/ds/quarry';
/** A heap of 12 m near Bolzano. */
const heap = heightFile({
  width: 80,
  height: 80,
  epsg: 32632,
  nodata: -9999,
  affine: [680_000, 0.5, 0, 5_151_000, 0, -0.5],
  heightAt: (column, row) => 250 + Math.max(0, 12 - 0.8 * Math.hypot(column - 39.5, row - 39.5) * 0.5),
});
const CONE_VOLUME = (Math.PI * 15 * 15 * 12) / 3;

let service: TestService;
beforeAll(async () => {
  service = await startService({ BUILDS__CONCURRENCY: '1' });
  await createDataset(service, 'admin/quarry', 2, ['a.txt']);
  await service.call('POST', `${DATASET}/obj`, { body: form({ path: 'dem.tif', file: heap }) });
}, 120_000);
afterAll(() => service[Symbol.asyncDispose]());

interface Status {
  readonly state: string;
  readonly artifact: { readonly sizeBytes: number } | null;
}

async function done(toolId: string, params: object): Promise<{ readonly id: string; readonly status: Status }> {
  const answer = await service.call('POST', `${DATASET}/tasks`, {
    json: { toolId, params: { path: 'dem.tif', ...params } },
  });
  expect(answer.status).toBe(202);
  const { taskId: id } = (await answer.json()) as { taskId: string };
  const status = await until(
    async () => (await (await service.call('GET', `${DATASET}/tasks/${id}`)).json()) as Status,
    ({ state }) => ['Succeeded', 'Failed', 'Deleted'].includes(state),
  );
  expect(status.state).toBe('Succeeded');
  return { id, status };
}

describe('tools of terrains', () => {
  it.each([
    ['hillshade', { kind: 'slope' }, 'dem_slope.tif', 4],
    ['contours', { interval: 2, base: 1 }, 'dem_contours.gpkg', 14],
    ['change', { laterPath: 'dem.tif', outputPath: 'maps/none.tif' }, 'maps/none.tif', 4],
  ])('%s brings a layer into the dataset', async (toolId, params, path, type) => {
    const { status } = await done(toolId, params);
    expect(status.artifact).toBeNull();
    const listed = await service.call('GET', `${DATASET}/list?path=${encodeURIComponent(path)}`);
    expect(await listed.json()).toMatchObject([{ path, type }]);
  });

  it('volume and profile make files to download', async () => {
    // The heap is 30 m wide; the area is some 34 m.
    const [west, south, east, north] = [11.3454, 46.48818, 11.34585, 46.48849];
    const area = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    const line = { type: 'LineString', coordinates: [area[0], area[2]] };
    const profile = await done('profile', { line });
    const table = await (await service.call('GET', `${DATASET}/tasks/${profile.id}/result`)).text();
    expect(table).toMatch(/^distance_m,height_m,longitude,latitude\n0,250/);
    const { id } = await done('volume', {
      area: { type: 'Polygon', coordinates: [area] },
      base: 'lowest',
      format: 'json',
    });
    const result = await service.call('GET', `${DATASET}/tasks/${id}/result`);
    expect(result.headers.get('content-disposition')).toContain('dem_volume.json');
    const { areas } = (await result.json()) as { areas: readonly { readonly net: number }[] };
    expect(areas[0]!.net / CONE_VOLUME).toBeCloseTo(1, 1);
  });

  it('refusals say what is wrong', async () => {
    const answer = await service.call('POST', `${DATASET}/tasks`, {
      json: { toolId: 'contours', params: { path: 'dem.tif', interval: 1, levels: [3] } },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: expect.stringContaining('either an interval or levels') as string,
    });
  });
});
