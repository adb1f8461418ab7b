import { OperationRefusal } from '../../../../engine/for-children.ts';
import { plyCountProblem } from '../../../../geodata/ply/elements.ts';
import { type PlyHeader, readPlyHeader } from '../../../../geodata/ply/header.ts';
import { plainText } from '../../../../geodata/plain-text.ts';
import { outsideName, relativeReference } from '../../../../geodata/reference.ts';
import { openWindow } from '../../../../geodata/tiff/byte-window.ts';
import { textureNames } from '../../read/ply-mesh.ts';
import { createModelBuilder } from '../model-builder.ts';
import type { ModelRequest, Progress } from '../model-request.ts';
import { createPictures, type Pictures } from '../pictures.ts';
import { type Material, PLAIN, type TriangleModel, WHITE } from '../triangle-model.ts';
import { createUsedMaterials } from '../used-materials.ts';
import { findColour, type PlyVertices, readVertices, skipElement } from './columns.ts';
import { createPlyCorners } from './corners.ts';
import { type FaceRequest, readFaces, readStrips } from './faces.ts';
import { openNumbers } from '../../../../geodata/ply/number-stream.ts';

/** Reads a PLY with faces or strips of triangles. @throws OperationRefusal if it has none, or is not sound */
export function readPly({ path, files }: ModelRequest, progress: Progress): TriangleModel {
  using window = openWindow(path);
  const header = readPlyHeader(window);
  const problem = plyCountProblem(window, header);
  if (problem !== null) throw new OperationRefusal(problem);

  const pictures = createPictures(files);
  const known = materialsOf(header, pictures);
  // Pictures are what was seen; colours beside them are the same once more.
  const hasPictures = known.some(({ texture }) => texture !== null);
  const used = createUsedMaterials<number>();
  const builder = createModelBuilder();
  const numbers = openNumbers(window, header);
  const taken = (): void => progress(numbers.read / window.size);
  const warnings: string[] = [];
  let vertices: PlyVertices | null = null;
  // Texture numbers that name no picture count as the first.
  const materialOf = (texture: number): number => used.numberOf(known[texture] === undefined ? 0 : texture);
  used.numberOf(0);

  for (const element of header.elements) {
    if (element.name === 'vertex') {
      vertices = readVertices(element, numbers, taken);
      if (vertices === null) throw new OperationRefusal('Its vertices have no places (x, y, z).');
    } else if (element.name === 'face' || element.name === 'tristrips') {
      if (vertices === null) throw new OperationRefusal('Its faces come before its vertices, which is not readable.');
      const corners = createPlyCorners(builder, shownValues(vertices, hasPictures));
      const request: FaceRequest = { element, numbers, builder, corners, materialOf, hasPictures, taken };
      if (element.name === 'face') warnings.push(...readFaces(request));
      else readStrips(request);
    } else skipElement(element, numbers);
  }
  const faces = header.elements.find(({ name }) => name === 'face');
  const hasFaceColours = faces !== undefined && findColour(faces) !== null;
  const hasColours = !hasPictures && (hasFaceColours || (vertices !== null && vertices.colour !== null));
  const plain = { ...PLAIN, colour: hasColours ? WHITE : PLAIN.colour };
  return builder.finish({
    materials: used.keys.map((number) =>
      hasPictures ? known[number]! : { ...plain, name: known[number]?.name ?? '' },
    ),
    hasNormals: vertices !== null && vertices.normal !== null,
    hasColours,
    hasTexturePlaces: true,
    warnings: [...pictures.warnings, ...warnings],
  });
}

const shownValues = (vertices: PlyVertices, hasPictures: boolean): PlyVertices =>
  hasPictures ? { ...vertices, colour: null } : { ...vertices, texturePlace: null };

/** One for each picture. */
const materialsOf = (header: PlyHeader, pictures: Pictures): readonly Material[] =>
  textureNames(header).map((name) => {
    const reference = relativeReference(name);
    if (reference === null)
      throw new OperationRefusal(`It names a picture outside of the dataset: ${outsideName(name)}.`);
    const texture = pictures.ofFile(reference);
    return { name: plainText(reference, 256), colour: texture === null ? PLAIN.colour : WHITE, texture };
  });
