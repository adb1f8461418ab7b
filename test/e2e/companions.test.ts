import { expect, it } from 'vitest';
import { soundGltf, triangleBuffer } from '../../src/kinds/mesh/testing/mesh-bytes.ts';
import { pointShapefile } from '../support/point-shapefile.ts';
import { form, startService } from '../support/service.ts';

interface Entry {
  readonly path: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

const DATASET = '/orgs/admin/ds/parts';

it('F3: what a file needs may be uploaded in any order, moved and deleted', async () => {
  await using service = await startService();
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'parts' } });
  const put = async (path: string, content: Buffer): Promise<void> => {
    expect((await service.call('POST', `${DATASET}/obj`, { body: form({ path, file: content }) })).status).toBe(201);
  };
  const propertiesOf = async (path: string): Promise<Entry['properties']> => {
    const entries = (await (await service.call('GET', `${DATASET}/search`)).json()) as Entry[];
    return entries.find((entry) => entry.path === path)!.properties;
  };
  const missing = async (): Promise<unknown> => (await propertiesOf('m/box.gltf'))['missingDependencies'];

  await put('m/box.gltf', Buffer.from(soundGltf('any.bin', 'skins/wall.png')));
  expect(await missing()).toEqual(['any.bin', 'skins/wall.png']);
  await put('m/any.bin', Buffer.from(triangleBuffer()));
  await put('m/skins/wall.png', Buffer.from('x'));
  expect(await propertiesOf('m/box.gltf')).not.toHaveProperty('missingDependencies');
  expect((await propertiesOf('m/box.gltf'))['warning']).toBeUndefined();
  const moved = { source: 'm/skins', dest: 'm/others' };
  expect((await service.call('PUT', `${DATASET}/obj`, { json: moved })).status).toBeLessThan(300);
  expect(await missing()).toEqual(['skins/wall.png']);
  await service.call('DELETE', `${DATASET}/obj?path=m/any.bin`);
  expect(await missing()).toEqual(['any.bin', 'skins/wall.png']);

  const { shp, shx, dbf } = pointShapefile([[1, 1]]);
  await Promise.all([put('a.shp', shp), put('a.shx', shx), put('a.dbf', dbf)]);
  // Sent at once, one may be looked at in the background.
  const lacksIndex = async (): Promise<boolean> =>
    /a\.shx is missing/.test(JSON.stringify(await propertiesOf('a.shp')));
  await expect.poll(lacksIndex, { timeout: 10_000 }).toBe(false);
  await service.call('DELETE', `${DATASET}/obj?path=a.shx`);
  await expect.poll(lacksIndex, { timeout: 10_000 }).toBe(true);
});
