import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { type Box, contentOf, findBox } from './box.ts';

/** A second of telemetry is some 10 kB. */
const MAX_SAMPLE = 2 ** 18;

/** The first sample of each of the first chunks of a track, by its table (`stbl`); null of one that is too long or not there. */
export function* trackSamples(window: ByteWindow, table: Box, chunks: number): Generator<Buffer | null> {
  const [sizes, perChunk] = [
    contentOf(window, findBox(window, table, 'stsz')),
    contentOf(window, findBox(window, table, 'stsc')),
  ];
  const long = findBox(window, table, 'co64');
  const offsets = contentOf(window, long ?? findBox(window, table, 'stco'));
  const width = long === null ? 4 : 8;
  if (sizes.length < 12) return;
  // One number for all samples, or a list of them. Chunks of a changing number of samples are read as the first ones are.
  const same = sizes.readUInt32BE(4);
  const step = perChunk.length < 16 ? 1 : Math.max(1, perChunk.readUInt32BE(12));
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    const [place, size] = [8 + chunk * width, 12 + chunk * step * 4];
    if (place + width > offsets.length || (same === 0 && size + 4 > sizes.length)) return;
    const offset = width === 4 ? offsets.readUInt32BE(place) : Number(offsets.readBigUInt64BE(place));
    const length = same === 0 ? sizes.readUInt32BE(size) : same;
    yield length > MAX_SAMPLE ? null : window.bytes(offset, length);
  }
}
