import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { OperationRefusal } from '../../../../engine/for-children.ts';
import { countOf, type JsonObject, objectAt, objectsAt } from '../../../../geodata/bounded-json.ts';
import { openWindow } from '../../../../geodata/tiff/byte-window.ts';
import { readSoundGltf } from '../../read/sound-gltf.ts';
import { createModelBuilder } from '../model-builder.ts';
import type { ModelRequest, Progress } from '../model-request.ts';
import { createPictures } from '../pictures.ts';
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
import type { ScenePlace } from './place-in-scene.ts';
import { placesOfMeshes } from './scene.ts';
import { TRIANGLES, TRIANGLE_FAN } from '../triangle-assembler.ts';
import { openViews } from './views.ts';

/** Of all primitives, as often as they are shown: a minute. */
const MOST_CORNERS = 300_000_000;
/** Primitives, as often as they are shown: some seconds. */
const MOST_SHOWN = 1_000_000;

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
  const taken = cornerCount(parts, shown, progress);
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

interface ShownPrimitive {
  readonly primitive: JsonObject;
  readonly mode: number;
  readonly places: readonly ScenePlace[];
}

const shownPrimitives = (parts: GltfParts): readonly ShownPrimitive[] =>
  [...placesOfMeshes(parts)].flatMap(([mesh, places]) =>
    objectsAt(parts.meshes[mesh]!, 'primitives').map((primitive) => ({
      primitive,
      mode: countOf(primitive['mode']) ?? TRIANGLES,
      places,
    })),
  );

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

/** Tells the share that was read as corners are read. @throws OperationRefusal for a scene of too many */
function cornerCount(
  parts: GltfParts,
  shown: readonly ShownPrimitive[],
  progress: Progress,
): (corners: number) => void {
  const countIn = (accessor: unknown): number => countOf(parts.accessors[countOf(accessor) ?? -1]?.['count']) ?? 0;
  let [primitives, all] = [0, 0];
  for (const { primitive, places } of shown) {
    primitives += places.length;
    all += places.length * countIn(primitive['indices'] ?? objectAt(primitive, 'attributes')['POSITION']);
  }
  if (primitives > MOST_SHOWN || all > MOST_CORNERS)
    throw new OperationRefusal(
      `Its scene shows ${primitives} parts with ${all} corners, which are too many.`,
      'too-large',
    );
  let read = 0;
  return (corners) => {
    read += corners;
    progress(Math.min(1, read / Math.max(1, all)));
  };
}
