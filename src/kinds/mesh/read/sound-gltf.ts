import { OperationRefusal } from '../../../engine/for-children.ts';
import { objectAt } from '../../../geodata/bounded-json.ts';
import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { accessorProblem } from './gltf-accessors.ts';
import { type GltfDocument, readGlb } from './gltf-document.ts';
import { readEmbeddedGltf } from './gltf-embedded.ts';

/**
 * Reads and checks the description of a glTF model.
 *
 * @param mostBytes a larger .gltf file is refused: it is read as a whole, though what is embedded stays in the file
 * @throws OperationRefusal if it is not sound
 */
export function readSoundGltf(window: ByteWindow, container: 'gltf' | 'glb', mostBytes: number): GltfDocument {
  if (container === 'gltf' && window.size > mostBytes)
    throw new OperationRefusal(`It is larger than ${mostBytes} bytes.`, 'too-large');
  const document = container === 'glb' ? readGlb(window) : readEmbeddedGltf(window);
  if (typeof objectAt(document.json, 'asset')['version'] !== 'string')
    throw new OperationRefusal('It does not say which version of glTF it is.');
  const problem = accessorProblem(document);
  if (problem !== null) throw new OperationRefusal(problem);
  return document;
}
