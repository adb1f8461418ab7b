import { openWindow } from '../../../../geodata/tiff/byte-window.ts';
import { eachObjStatement } from '../../read/obj-statements.ts';
import { createModelBuilder } from '../model-builder.ts';
import type { ModelRequest, Progress } from '../model-request.ts';
import { createPictures } from '../pictures.ts';
import { type Material, type TriangleModel, WHITE } from '../triangle-model.ts';
import { createUsedMaterials } from '../used-materials.ts';
import { createObjFaces } from './faces.ts';
import { createMaterialLibraries } from './libraries.ts';
import { createObjValues } from './values.ts';

/** Words that begin curves and surfaces, which are no triangles. */
const FREE_FORM = /^(?:cstype|curv2?|surf|parm|trim|hole|bmat|step|deg|vp)$/;

/** Reads a Wavefront OBJ with its material libraries. @throws OperationRefusal if it has no face, or one that is not sound */
export function readObj({ path, files }: ModelRequest, progress: Progress): TriangleModel {
  const builder = createModelBuilder();
  const libraries = createMaterialLibraries(files, createPictures(files));
  const used = createUsedMaterials<string>();
  const values = createObjValues();
  const faces = createObjFaces(builder, values);
  const useMaterial = (name: string): void => faces.useMaterial(used.numberOf(name), libraries.find(name));
  const seen: { hasMaterial: boolean; freeForm: string | null } = { hasMaterial: false, freeForm: null };

  using window = openWindow(path);
  const { tooLong } = eachObjStatement(
    window,
    window.size,
    {
      vertex: values.addPlace,
      texturePlace: values.addTexturePlace,
      normal: values.addNormal,
      face(line) {
        if (!seen.hasMaterial) useMaterial('');
        seen.hasMaterial = true;
        faces.addFace(line);
      },
      other(word, rest) {
        if (word === 'mtllib') libraries.add(rest);
        else if (word === 'usemtl') {
          useMaterial(rest);
          seen.hasMaterial = true;
        } else if (FREE_FORM.test(word)) seen.freeForm ??= word;
      },
    },
    (bytes) => progress(bytes / window.size),
  );
  const { freeForm } = seen;
  const materials = libraries.materialsOf(used.keys);
  const hasColours = values.hasColours && materials.some(({ texture }) => texture === null);
  return builder.finish({
    materials: hasColours ? materials.map(whiteWithoutPicture) : materials,
    hasNormals: values.hasNormals,
    hasColours,
    hasTexturePlaces: values.hasTexturePlaces,
    warnings: [
      ...libraries.warnings(used.keys),
      ...faces.warnings,
      ...(tooLong === 0 ? [] : [`${tooLong} of its lines are longer than any line of a model; they are left out.`]),
      ...(freeForm === null ? [] : [`Its curves and surfaces (${freeForm}) are left out.`]),
    ],
    ifEmpty: freeForm === null ? 'It has no face.' : `It has curves and surfaces (${freeForm}), and no face.`,
  });
}

/** The colour is in the vertices already. */
const whiteWithoutPicture = (material: Material): Material =>
  material.texture === null ? { ...material, colour: WHITE } : material;
