import { type DatasetRef, datasetAddress, withLink } from '../../api/addresses.ts';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/http.ts';
import { geometryOf, type Position } from '../model/measurement.ts';
import type { VolumeBase } from '../model/volume-base.ts';
import type { HeightPort } from './height-port.ts';
import { i18n } from '../../languages/i18n.ts';

/** Answers of the service's raster routes: what is read of them. */
type RasterValue = {
  readonly bands: readonly { readonly metresPerUnit: number; readonly value: number | null }[];
};
type RasterInfo = {
  readonly bands: readonly {
    /** Null where the service takes the values for no heights. */
    readonly metresPerUnit: number | null;
    readonly scale: number;
    readonly offset: number;
  }[];
};
type RasterProfile = {
  readonly length: number;
  readonly metresPerUnit: number;
  readonly distances: readonly number[];
  readonly values: readonly (number | null)[];
  readonly positions: readonly Position[];
};
type RasterVolume = {
  readonly cut: number;
  readonly fill: number;
  readonly net: number;
  readonly area: number;
  readonly missing: number;
  readonly base: { readonly height: number };
  readonly cellSize: readonly [number, number];
  readonly source: 'original' | 'overview';
};

/** Heights by the service's raster routes. */
export function serviceHeights(ref: DatasetRef): HeightPort {
  const address = (name: string): string => `${datasetAddress(ref)}/raster/${name}`;
  const read = async (name: string, query: Readonly<Record<string, string | number>>, signal: AbortSignal) => {
    const pairs = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
    return (await request(withLink(`${address(name)}?${pairs.join('&')}`), { method: 'GET', signal })).value;
  };
  const ask = async (name: string, body: object, signal: AbortSignal): Promise<unknown> =>
    (await request(withLink(address(name)), { method: 'POST', body, signal })).value;
  const infos = new Map<string, Promise<RasterInfo>>();
  /** Scale and offset of a file's values do not change while a page is open. */
  const infoOf = (path: string, signal: AbortSignal): Promise<RasterInfo> => {
    const known = infos.get(path);
    if (known !== undefined) return known;
    const asked = read('info', { path }, signal) as Promise<RasterInfo>;
    infos.set(path, asked);
    asked.catch(() => infos.delete(path));
    return asked;
  };

  return {
    async heightAt(path, [lon, lat], signal) {
      const [info, value] = await Promise.all([
        infoOf(path, signal),
        read('value', { path, lon, lat }, signal) as Promise<RasterValue>,
      ]);
      const [band] = value.bands;
      const { scale = 1, offset = 0 } = info.bands[0] ?? {};
      return band === undefined || band.value === null ? null : (band.value * scale + offset) * band.metresPerUnit;
    },

    unitOf: async (path, signal) => (await infoOf(path, signal)).bands[0]?.metresPerUnit ?? 1,

    async profile(path, line, signal) {
      const shape = geometryOf('profile', line);
      const { length, metresPerUnit, distances, values, positions } = (await ask(
        'profile',
        { path, line: shape },
        signal,
      )) as RasterProfile;
      const heights = values.map((value) => (value === null ? null : value * metresPerUnit));
      return { length, distances, heights, positions };
    },

    async volume(path, corners, base, signal) {
      const body = { path, polygon: geometryOf('volume', corners), base: baseText(base) };
      const answer = (await ask('volume', body, signal)) as RasterVolume;
      if (answer.area === 0) throw NO_HEIGHTS;
      const { cut, fill, net, area, missing, cellSize, source } = answer;
      return {
        cut,
        fill,
        net,
        area,
        missing,
        cellSize,
        baseHeight: answer.base.height,
        isCoarse: source === 'overview',
      };
    },
  };
}

const NO_HEIGHTS = new ApiError(
  400,
  i18n.t('The file has no heights within the area. Draw it where the file has some.'),
);

const baseText = (base: VolumeBase): string | number => (base.kind === 'elevation' ? base.elevation : base.kind);
