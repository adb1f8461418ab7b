import { PNG } from 'pngjs';
import { MAPS, MIDDLE, ORTHO } from './map-service.ts';
import type { TestService } from './service.ts';

const [longitude, latitude] = MIDDLE;
/** Some twenty metres around the middle of the test dataset. */
export const GET_MAP = {
  service: 'WMS',
  request: 'GetMap',
  version: '1.3.0',
  layers: ORTHO,
  styles: '',
  crs: 'CRS:84',
  bbox: [longitude - 0.0001, latitude - 0.0001, longitude + 0.0001, latitude + 0.0001].join(),
  width: '100',
  height: '100',
  format: 'image/png',
};

/** Parameters that are other than in `GET_MAP`; undefined: missing. */
export type Change = Readonly<Record<string, string | undefined>>;

export function wmsAddress(change: Change, base: Change = GET_MAP, path = `${MAPS}/wms`): string {
  const parameters = Object.entries({ ...base, ...change }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return `${path}?${new URLSearchParams(parameters).toString()}`;
}

export interface ReadPicture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha. */
  at(column: number, row: number): readonly number[];
}

export function readPicture(bytes: ArrayBuffer | Uint8Array): ReadPicture {
  const { width, height, data } = PNG.sync.read(Buffer.from(new Uint8Array(bytes)));
  return {
    width,
    height,
    at(column, row) {
      const at = (row * width + column) * 4;
      return [...data.subarray(at, at + 4)];
    },
  };
}

/** A picture that WMS draws, asked for without a credential. */
export async function mapPicture(service: TestService, change: Change): Promise<ReadPicture> {
  const answer = await service.call('GET', wmsAddress(change), { token: null });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  return readPicture(await answer.arrayBuffer());
}

export interface WmsException {
  readonly status: number;
  readonly code: string | undefined;
  /** Version of the report. */
  readonly version: string | undefined;
}

export async function wmsException(answer: Response): Promise<WmsException> {
  const text = await answer.text();
  const [, version] = /<ServiceExceptionReport version="([^"]+)"/.exec(text) ?? [];
  const [, code] = /<ServiceException code="([^"]+)"/.exec(text) ?? [];
  return { status: answer.status, code, version };
}
