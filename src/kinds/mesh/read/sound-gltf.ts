import { OperationRefusal } from '../../../engine/for-children.ts';
import { objectAt } from '../../../geodata/bounded-json.ts';
import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { accessorProblem } from './gltf-accessors.ts';
import { type GltfDocument, readGlb, readGltf } from './gltf-document.ts';

/** Reads and checks the description of a glTF model. @throws OperationRefusal if it is not sound */
export function readSoundGltf(window: ByteWindow, container: 'gltf' | 'glb'): GltfDocument {
  const document = container === 'glb' ? readGlb(window) : readGltf(window);
  if (typeof objectAt(document.json, 'asset')['version'] !== 'string')
    throw new OperationRefusal('It does not say which version of glTF it is.');
  const problem = accessorProblem(document);
  if (problem !== null) throw new OperationRefusal(problem);
  return document;
}
