import { errorFromAnswer } from '../../api/api-error.ts';
import { send } from '../../api/http.ts';
import { FileError, CUT_OFF } from './file-error.ts';
import { withRetries } from '../../api/with-retries.ts';
import { i18n } from '../../languages/i18n.ts';

/** A file of the service that is read in parts. */
export type ByteRanges = {
  /** Size of the file; null before the first read. */
  readonly size: () => number | null;
  /** Bytes from `start` on, fewer only where the file ends before. */
  readonly readUpTo: (start: number, bytes: number, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;
  /** @throws FileError where the file ends before */
  readonly read: (start: number, bytes: number, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;
};

const PARTIAL_CONTENT = 206;
const BEYOND_THE_END = 416;

/** @param address of a file that never changes */
export function byteRanges(address: string): ByteRanges {
  let size: number | null = null;
  const ask = async (start: number, bytes: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> => {
    const headers = { range: `bytes=${start}-${start + bytes - 1}` };
    const answer = await send(address, { credentials: 'same-origin', headers, signal });
    if (answer.status === BEYOND_THE_END) throw new FileError(CUT_OFF);
    if (!answer.ok) throw await errorFromAnswer(answer.status, await answer.text());
    if (answer.status !== PARTIAL_CONTENT) {
      await answer.body?.cancel();
      throw new FileError(
        i18n.t('A server in between sends whole files only. Ask its administrator to pass on ranges.'),
      );
    }
    size ??= Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1] ?? NaN) || null;
    return new Uint8Array(await answer.arrayBuffer());
  };
  const readUpTo: ByteRanges['readUpTo'] = (start, bytes, signal) =>
    withRetries(() => ask(start, bytes, signal), signal);
  return {
    size: () => size,
    readUpTo,
    async read(start, bytes, signal) {
      const found = await readUpTo(start, bytes, signal);
      if (found.length !== bytes) throw new FileError(CUT_OFF);
      return found;
    },
  };
}
