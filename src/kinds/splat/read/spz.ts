import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import type { SplatFacts } from './facts.ts';
import { readSpzHeader } from './spz-header.ts';

/** Reads the facts of an SPZ file from its header. @throws OperationRefusal for a header that no sound file has */
export function spzFacts(path: string): SplatFacts {
  using window = openWindow(path);
  const { version, count, degree, room } = readSpzHeader(window);
  return {
    splatCount: Math.min(count, room),
    shDegree: degree,
    bounds: null,
    version: String(version),
    problems: count > room ? [`It declares ${count} splats, but cannot hold more than ${room}.`] : [],
  };
}
