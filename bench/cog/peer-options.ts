import type { CogForm } from './served.ts';

/** The form of a COG as the log of its build tells it, for GDAL to make the same. */
export function peerOptionsOf(log: string): CogForm {
  const [, zoom, overviews] = /at zoom (\d+).* (\d+) overviews/.exec(log) ?? [];
  const isJpeg = Number(/colours by ([\d.]+)/.exec(log)?.[1] ?? Infinity) <= 2;
  const options = isJpeg
    ? ['COMPRESS=JPEG', 'QUALITY=98', 'OVERVIEW_QUALITY=98']
    : ['COMPRESS=DEFLATE', 'LEVEL=6', 'PREDICTOR=YES', 'OVERVIEW_PREDICTOR=YES'];
  return { zoom: Number(zoom), overviews: Number(overviews), options };
}
