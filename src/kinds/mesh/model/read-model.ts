import type { MeshFormat } from '../read/mesh-facts.child.ts';
import { readGltf } from './gltf/read-gltf.ts';
import type { ModelRequest, Progress } from './model-request.ts';
import { readObj } from './obj/read-obj.ts';
import { readPly } from './ply/read-ply.ts';
import { readStl } from './stl/read-stl.ts';
import type { TriangleModel } from './triangle-model.ts';

export type { ModelRequest } from './model-request.ts';

type Reader = (request: ModelRequest, progress: Progress) => TriangleModel | Promise<TriangleModel>;

const READERS: Readonly<Record<MeshFormat, Reader>> = {
  obj: readObj,
  gltf: readGltf,
  glb: readGltf,
  ply: readPly,
  stl: readStl,
};

/**
 * Reads a model into memory, in pieces.
 *
 * @param progress called with the share that was read
 * @throws OperationRefusal if it cannot be read; the message says why
 */
export async function readModel(request: ModelRequest, progress: Progress): Promise<TriangleModel> {
  const model = await READERS[request.format](request, progress);
  progress(1);
  return model;
}
