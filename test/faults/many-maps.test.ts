import { get } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMappedDataset } from '../support/mapped-dataset.ts';
import { startService, type TestService, until } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await createMappedDataset(service, 'admin/maps', 1);
});
afterAll(() => service[Symbol.asyncDispose]());

/** A map that nobody has asked for: each has its own box, in a projection that has to be computed. */
const mapAddress = (number: number, side: number): string => {
  const west = 590_000 + number;
  const query = new URLSearchParams({
    service: 'WMS',
    request: 'GetMap',
    version: '1.3.0',
    layers: 'open/ortho.tif',
    styles: '',
    format: 'image/png',

    crs: 'EPSG:25832',
    bbox: [west, 4_900_000, west + 100_000, 5_000_000].join(','),
    width: String(side),
    height: String(side),
  });
  return `/orgs/admin/ds/maps/wms?${query.toString()}`;
};

it('J-3 maps beyond what can be drawn at once are refused for the moment, and all else is answered meanwhile', async () => {
  const maps = Array.from({ length: 500 }, (_, number) => service.call('GET', mapAddress(number, 512)));
  const begun = Date.now();
  const others = await Promise.all(
    [
      service.call('GET', '/quickhealth'),
      service.call('GET', '/orgs/admin/ds/maps/tiles/3/4/2.png?path=open/ortho.tif'),
      service.call('GET', '/orgs/admin/ds/maps/wmts?service=WMTS&request=GetCapabilities'),
    ].map(async (asked) => (await asked).status),
  );
  const waited = Date.now() - begun;
  const answers = await Promise.all(maps);
  const statuses = Map.groupBy(answers, ({ status }) => status);
  expect(others).toEqual([200, 200, 200]);
  // Far less than it takes to draw all maps; the machine does other things too.
  expect(waited).toBeLessThan(20_000);
  expect(new Set(statuses.keys())).toEqual(new Set([200, 503]));
  const refused = statuses.get(503)![0]!;
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('content-type')).toContain('text/xml');
  expect(await refused.text()).toContain('<ServiceException code="NoApplicableCode">');
  const again = await service.call('GET', mapAddress(0, 64));
  expect(again.status).toBe(200);
});

/** Pictures that are drawn, or wait for it. */
async function drawing(): Promise<number> {
  const text = await (await service.call('GET', '/metrics')).text();
  const figures = text.matchAll(/^alidade_(?:busy_threads|waiting_thread_work)\{for="rasters"\} (\d+)$/gm);
  return [...figures].reduce((sum, [, figure]) => sum + Number(figure), 0);
}

it('J-4 nothing is drawn for who has left', async () => {
  const requests = Array.from({ length: 40 }, (_, number) => get(service.url + mapAddress(1000 + number, 4096)));
  for (const request of requests) request.on('error', () => undefined);
  await until(drawing, (pictures) => pictures > 0);
  for (const request of requests) request.destroy();
  // Forty of them take a minute.
  expect(await until(drawing, (pictures) => pictures === 0, 10)).toBe(0);
  // Nor does any of them still hold the place of another one.
  expect((await service.call('GET', mapAddress(2000, 4096))).status).toBe(200);
});
