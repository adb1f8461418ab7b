import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { countOf } from '../../../../geodata/bounded-json.ts';
import { openWindow } from '../../../../geodata/tiff/byte-window.ts';
import { readSoundGltf } from '../../read/sound-gltf.ts';
import { createModelBuilder } from '../model-builder.ts';
import type { ModelRequest, Progress } from '../model-request.ts';
import { createPictures } from '../pictures.ts';
import { TRIANGLES, TRIANGLE_FAN } from '../triangle-assembler.ts';
import type { TriangleModel } from '../triangle-model.ts';
import { createUsedMaterials } from '../used-materials.ts';
import { addPrimitive } from './add-primitive.ts';
import { openBuffers } from './buffers.ts';
import { loadDraco } from './draco-library.ts';
import { checkExtensions } from './extensions.ts';
import { openGeometry, usesDraco } from './geometry.ts';
import { type GltfMaterial, readMaterial, withoutColour } from './materials.ts';
import { type GltfParts, partsOf } from './parts.ts';
import { createGltfPictures } from './pictures.ts';
import { shareOf, shownPrimitives } from './scene.ts';
import { openViews } from './views.ts';

/** Reads glTF 2.0, text or GLB. @throws OperationRefusal if it has no triangle, or is not sound */
export async function readGltf({ path, format, files }: ModelRequest, progress: Progress): Promise<TriangleModel> {
  using window = openWindow(path);
  const parts = partsOf(readSoundGltf(window, format === 'glb' ? 'glb' : 'gltf', Infinity));
  checkExtensions(parts.document.json);
  const shown = shownPrimitives(parts);
  await MeshoptDecoder.ready;
  const draco = shown.some(({ primitive }) => usesDraco(primitive)) ? await loadDraco() : null;

  using buffers = openBuffers(parts, window, files);
  const views = openViews(parts, buffers);
  const pictures = createPictures(files);
  const materials = createMaterials(parts, createGltfPictures(parts, window, views, pictures));
  const builder = createModelBuilder();
  const taken = shareOf(parts, shown, progress);
  let [hasNormals, hasColours, leftOut] = [false, false, 0];

  for (const { primitive, mode, places } of shown) {
    if (mode < TRIANGLES || mode > TRIANGLE_FAN) {
      leftOut += 1;
      continue;
    }
    const { number, material } = materials.of(countOf(primitive['material']));
    const geometry = openGeometry({ parts, views, draco }, primitive, material.texCoord);
    hasNormals ||= geometry.normal !== null;
    hasColours ||= geometry.colour !== null;
    addPrimitive(builder, { geometry, mode, material, number, places, taken });
  }
  const used = materials.used();
  return builder.finish({
    materials: hasColours ? used.map(withoutColour) : used,
    hasNormals,
    hasColours,
    hasTexturePlaces: true,
    warnings: [...pictures.warnings, ...(leftOut === 0 ? [] : ['Its points and lines are left out.'])],
    ifEmpty: leftOut === 0 ? 'Its scene shows no triangle.' : 'Its scene shows points and lines, and no triangle.',
  });
}

/** Materials by their numbers in the file, each read once. */
function createMaterials(parts: GltfParts, pictures: ReturnType<typeof createGltfPictures>) {
  const numbers = createUsedMaterials<number | null>();
  const read = new Map<number, GltfMaterial>();
  return {
    of(index: number | null) {
      const number = numbers.numberOf(index !== null && parts.materials[index] === undefined ? null : index);
      const material = read.get(number) ?? readMaterial(parts, index, pictures);
      read.set(number, material);
      return { number, material };
    },
    used: () => [...read.values()].map(({ material }) => material),
  };
}
