import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { createDataset, createPerson, type Person } from '../support/people.ts';
import { pointShapefile } from '../support/point-shapefile.ts';
import { startService, until, type TestService } from '../support/service.ts';
import { answerOf, beginShare, endShare, shareOf, uploadInto } from '../support/share.ts';
import { storedFiles } from '../support/stored-files.ts';

// What the files of a share are, and what becomes of those that do not arrive whole.

const DATASET = '/orgs/ann/ds/survey';
let service: TestService;
let ann: Person;
let token: string;

beforeAll(async () => {
  service = await startService({ BUILDS__CONCURRENCY: '0' });
  ann = await createPerson(service, 'ann');
  await createDataset(service, 'ann/survey', 0);
  token = await beginShare(ann, { tag: 'ann/survey' });
});
afterAll(() => service[Symbol.asyncDispose]());

it('understands files with those that come beside them, in whatever order, and asks for their builds', async () => {
  const { shp, shx, dbf } = pointShapefile([
    [7, 46],
    [8, 47],
  ]);
  const files: (readonly [string, Buffer])[] = [
    ['before/points.shx', shx],
    ['before/points.dbf', dbf],
    ['before/points.shp', shp],
    ['behind/points.shp', Buffer.concat([shp])],
    ['behind/points.shx', shx],
    ['behind/points.dbf', dbf],
    ['photo.tif', quadrantOrthophoto(64)],
  ];
  for (const [path, bytes] of files) expect((await uploadInto(ann, token, path, bytes))[0]).toBe(200);
  expect((await answerOf(ann.call('GET', `${DATASET}/builds`)))[1]).toEqual([]);
  expect((await endShare(ann, token, 'commit'))[0]).toBe(200);
  const factsOf = async (path: string) =>
    (await answerOf(ann.call('GET', `${DATASET}/obj?path=${path}`)))[1] as {
      type: number;
      properties: { vector?: { layers: { featureCount: number }[] } };
    };
  for (const folder of ['before', 'behind'])
    await until(
      () => factsOf(`${folder}/points.shp`),
      ({ type, properties }) => type === 14 && properties.vector?.layers[0]?.featureCount === 2,
    );
  expect((await factsOf('photo.tif')).type).toBe(4);
  const [, builds] = await answerOf(ann.call('GET', `${DATASET}/builds`));
  const paths = (builds as { path: string }[]).map(({ path }) => path);
  expect(paths).toContain('photo.tif');
  expect(paths).toContain('before/points.shp');
});

it('G-2 keeps nothing of an upload that is cut off, and takes the file again', async () => {
  token = await beginShare(ann, { tag: 'ann/survey' });
  const before = await storedFiles(service);
  const { hostname, port } = new URL(service.url);
  for (const share of [0.01, 0.5, 0.99]) {
    const socket = connect(Number(port), hostname);
    const body = Buffer.alloc(2_000_000, 1);
    socket.write(
      `POST /share/${token}/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ann.token}\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${body.length + 200}\r\n\r\n` +
        '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n',
    );
    socket.write(body.subarray(0, body.length * share));
    await sleep(100);
    socket.destroy();
  }
  await until(
    () => storedFiles(service),
    (stored) => stored.join() === before.join(),
  );
  expect((await shareOf(ann, token)).entries).toEqual([]);
  expect((await uploadInto(ann, token, 'cut.bin', Buffer.alloc(2_000_000, 1)))[0]).toBe(200);
  expect((await shareOf(ann, token)).entries).toMatchObject([{ path: 'cut.bin' }]);
});
