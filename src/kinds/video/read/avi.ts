import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { plainText } from '../../../geodata/plain-text.ts';
import type { VideoFacts } from './video-header.ts';

/** The header list follows the mark of the file; it has a stream for pictures and one for sound. */
const MAX_CHUNKS = 256;
const MAX_DEPTH = 4;

/** AVI: the main header says it all but the compression, which the stream of the pictures names. */
export function aviFacts(window: ByteWindow): VideoFacts | null {
  const found = { main: null as Buffer | null, codec: null as string | null };
  let left = MAX_CHUNKS;

  const visit = (start: number, end: number, depth: number): void => {
    for (let at = start; at + 12 <= end && (left -= 1) > 0 && !(found.main !== null && found.codec !== null);) {
      const head = window.bytes(at, 12);
      if (head === null) return;
      const [type, length, kind] = [
        head.toString('latin1', 0, 4),
        head.readUInt32LE(4),
        head.toString('latin1', 8, 12),
      ];
      const next = at + 8 + length + (length % 2);
      if (type === 'LIST' && (kind === 'hdrl' || kind === 'strl') && depth < MAX_DEPTH)
        visit(at + 12, Math.min(end, next), depth + 1);
      if (type === 'avih' && length >= 40) found.main ??= window.bytes(at + 8, 40);
      if (type === 'strh' && kind === 'vids')
        found.codec ??= plainText(window.bytes(at + 12, 4)?.toString('latin1') ?? '', 4);
      at = next;
    }
  };

  visit(12, window.size, 0);
  const { main, codec } = found;
  if (main === null) return null;
  const [frameMicroseconds, frames] = [main.readUInt32LE(0), main.readUInt32LE(16)];
  const timed = frameMicroseconds > 0;
  return {
    width: main.readUInt32LE(32),
    height: main.readUInt32LE(36),
    duration: timed ? (frames * frameMicroseconds) / 1e6 : null,
    frameRate: timed ? 1e6 / frameMicroseconds : null,
    codec,
    recorded: null,
    position: null,
  };
}
