import type { Page, Route } from 'playwright-core';
import { plyHeader } from '../../src/kinds/mesh/testing/mesh-bytes.ts';
import type { TestService } from '../support/service.ts';

/** A flat square of splats around 0, 0, 0: red in the west, blue in the east, nearly opaque. */
export const TWO_SPLATS = { red: [220, 30, 30], blue: [30, 60, 220], side: 20 } as const;

/** Colour that is seen from everywhere, for one of the first coefficient. */
const BAND_0 = 0.28209479177387814;
const NAMES = ['x', 'y', 'z', 'f_dc_0', 'f_dc_1', 'f_dc_2', 'opacity'];
const TURN_AND_SIZE = ['scale_0', 'scale_1', 'scale_2', 'rot_0', 'rot_1', 'rot_2', 'rot_3'];
/** Logit of an opacity of 99 %. */
const OPAQUE = Math.log(0.99 / 0.01);

/**
 * The square as PLY.
 *
 * @param across splats in a row; with 250, the file has more than one chunk
 * @param deep its length along y
 */
export function squareSplats(across = 250, deep: number = TWO_SPLATS.side): Buffer {
  const { side, red, blue } = TWO_SPLATS;
  const step = side / across;
  const names = [...NAMES, ...TURN_AND_SIZE];
  const values = new Float32Array(across * across * names.length);
  for (let index = 0; index < across * across; index += 1) {
    const x = step * ((index % across) + 0.5) - side / 2;
    const y = (step * (Math.floor(index / across) + 0.5) - side / 2) * (deep / side);
    const colour = (x < 0 ? red : blue).map((value) => (value / 255 - 0.5) / BAND_0);
    const scales = [0.75 * step, 0.75 * step, 0.05 * step].map(Math.log);
    values.set([x, y, 0, ...colour, OPAQUE, ...scales, 1, 0, 0, 0], index * names.length);
  }
  const properties = names.map((name) => `float ${name}`);
  return Buffer.concat([
    Buffer.from(plyHeader('binary_little_endian', [['vertex', across * across, properties]])),
    Buffer.from(values.buffer),
  ]);
}

/** Reads the RAD file of an entry. */
export async function builtSplats(service: TestService, dataset: string, hash: string): Promise<Buffer> {
  const answer = await service.call('GET', `/orgs/${dataset.replace('/', '/ds/')}/build/${hash}/gsplat/model.rad`);
  if (!answer.ok) throw new Error(`GET model.rad: ${answer.status} ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Ranges of RAD files that a page asks for. */
export function rangesOf(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/gsplat/model.rad')) asked.push(request.headers()['range'] ?? 'whole');
  });
  return asked;
}

/** Answers with another RAD file than the built one. */
export const serveInstead = (page: Page, rad: Buffer): Promise<unknown> =>
  page.route('**/gsplat/model.rad*', (route) => partOf(route, rad));

function partOf(route: Route, file: Buffer): Promise<void> {
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(route.request().headers()['range'] ?? '') ?? [];
  const [start, end] = [Number(from), Math.min(Number(to), file.length - 1)];
  if (start > end) return route.fulfill({ status: 416 });
  const headers = { 'content-range': `bytes ${start}-${end}/${file.length}` };
  return route.fulfill({ status: 206, headers, body: file.subarray(start, end + 1) });
}
