import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import dracoUrl from 'three/examples/jsm/libs/draco/gltf/draco_decoder.wasm?url';
import type { DecodeAnswer, DecodeRequest } from './decode-messages.ts';
import { decodeDraco } from './draco-decode.ts';

/** Decodes compressed surfaces beside the page. A worker's own answer allows WebAssembly; the page's policy does not. */

const dracoProgram = async (): Promise<ArrayBuffer> => (await fetch(dracoUrl)).arrayBuffer();

type Answer = { readonly answer: DecodeAnswer; readonly handOver: Transferable[] };

async function answerTo(request: DecodeRequest): Promise<Answer> {
  const { id } = request;
  if (request.does === 'draco') {
    const geometry = await decodeDraco(request, dracoProgram);
    const buffers = Object.values(geometry.attributes).map(({ values }) => values.buffer);
    const handOver = geometry.index === null ? buffers : [...buffers, geometry.index.buffer];
    return { answer: { id, kind: 'geometry', geometry }, handOver };
  }
  await MeshoptDecoder.ready;
  const { count, stride, mode, filter } = request;
  const bytes = new Uint8Array(count * stride);
  MeshoptDecoder.decodeGltfBuffer(bytes, count, stride, request.bytes, mode, filter);
  return { answer: { id, kind: 'bytes', bytes }, handOver: [bytes.buffer] };
}

addEventListener('message', ({ data }: MessageEvent<DecodeRequest>) => {
  answerTo(data).then(
    ({ answer, handOver }) => postMessage(answer, { transfer: handOver }),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      const answer: DecodeAnswer = { id: data.id, kind: 'failed', message };
      postMessage(answer);
    },
  );
});
