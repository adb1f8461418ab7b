import wasmUrl from '../../../../../wasm/laz.wasm?url';
import type { DecodeAnswer, DecodeRequest } from './decode-messages.ts';
import { ALL_LAYERS, DRAWN_LAYERS, LazError, startLazDecoder } from './laz-codec.ts';
import { pointArrays } from './point-arrays.ts';

/** Decodes chunks beside the page. A worker's own answer allows WebAssembly; the page's policy does not. */

const decoder = startLazDecoder(WebAssembly.instantiateStreaming(fetch(wasmUrl)));

type Answer = { readonly answer: DecodeAnswer; readonly handOver: Transferable[] };

async function answerTo(request: DecodeRequest): Promise<Answer> {
  const { id, chunk, count, format, recordBytes } = request;
  const layers = request.wanted === 'record' ? ALL_LAYERS : DRAWN_LAYERS;
  const records = (await decoder).decode(format, recordBytes, count, new Uint8Array(chunk), layers);
  if (request.wanted === 'record') {
    const record = records.slice(request.index * recordBytes, (request.index + 1) * recordBytes);
    return { answer: { id, kind: 'record', record }, handOver: [record.buffer] };
  }
  const points = pointArrays(records, count, request);
  const handOver = [points.positions.buffer, points.colours.buffer, points.values.buffer];
  return { answer: { id, kind: 'points', points }, handOver };
}

addEventListener('message', ({ data }: MessageEvent<DecodeRequest>) => {
  answerTo(data).then(
    ({ answer, handOver }) => postMessage(answer, { transfer: handOver }),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      const answer: DecodeAnswer = { id: data.id, kind: 'failed', isDamaged: error instanceof LazError, message };
      postMessage(answer);
    },
  );
});
