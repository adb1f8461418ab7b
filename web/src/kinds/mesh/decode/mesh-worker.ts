import { NexusError } from '../../../../../src/kinds/mesh/nexus/nexus-head.ts';
import { buffersOf, meshArrays } from './mesh-arrays.ts';
import type { MeshAnswer, MeshRequest } from './mesh-messages.ts';

/** Decodes nodes of a Nexus file beside the page. */

function answerTo(request: MeshRequest): MeshAnswer {
  try {
    return { kind: 'mesh', mesh: meshArrays(request) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', isDamaged: error instanceof NexusError, message };
  }
}

addEventListener('message', ({ data }: MessageEvent<MeshRequest>) => {
  const answer = answerTo(data);
  postMessage(answer, { transfer: answer.kind === 'mesh' ? [...buffersOf(answer.mesh)] : [] });
});
