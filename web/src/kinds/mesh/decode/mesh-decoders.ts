import type { NexusHead, NexusNode } from '../../../../../src/kinds/mesh/nexus/nexus-head.ts';
import { DAMAGED, FileError } from '../../../scene/loading/file-error.ts';
import { NO_WORKER, startWorkers, wholeBuffer } from '../../../scene/loading/worker-pool.ts';
import type { MeshAnswer, MeshArrays, MeshRequest } from './mesh-messages.ts';
import { i18n } from '../../../languages/i18n.ts';

/** Decodes what a Nexus file consists of. */
export type MeshDecoders = {
  readonly node: (
    head: NexusHead,
    node: NexusNode,
    bytes: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ) => Promise<MeshArrays>;
  /** A picture whose first row is the bottom one. @throws FileError */
  readonly picture: (bytes: Uint8Array<ArrayBuffer>) => Promise<ImageBitmap>;
  /** Ends the workers. What waits is refused. */
  readonly dispose: () => void;
};

export const BROKEN_PICTURE = i18n.t(
  'A picture of the model could not be read. The parts that it belongs to have plain colours.',
);

export function startMeshDecoders(count: number): MeshDecoders {
  const workers = startWorkers<MeshRequest, MeshAnswer>(
    count,
    () => new Worker(new URL('./mesh-worker.ts', import.meta.url), { type: 'module' }),
  );
  return {
    async node(head, node, bytes, signal) {
      const answer = await workers.ask(requestOf(head, node, bytes), [], signal);
      if (answer.kind === 'mesh') return answer.mesh;
      throw new FileError(answer.isDamaged ? DAMAGED : `${NO_WORKER} (${answer.message})`);
    },
    async picture(bytes) {
      // As it is stored: shaders write colours as the screen shows them.
      const how = { imageOrientation: 'flipY', premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const;
      try {
        return await createImageBitmap(new Blob([bytes]), how);
      } catch {
        throw new FileError(BROKEN_PICTURE);
      }
    },
    dispose: workers.dispose,
  };
}

/** The tables of a large model are long: the worker gets the patches of the node alone. */
function requestOf(
  { isCompressed, hasNormals, hasColours, hasUvs, patches }: NexusHead,
  node: NexusNode,
  bytes: Uint8Array<ArrayBuffer>,
): MeshRequest {
  const { firstPatch, endPatch } = node;
  return {
    bytes: wholeBuffer(bytes),
    layout: { isCompressed, hasNormals, hasColours, hasUvs, patches: patches.slice(firstPatch, endPatch) },
    node: { ...node, firstPatch: 0, endPatch: endPatch - firstPatch },
  };
}
