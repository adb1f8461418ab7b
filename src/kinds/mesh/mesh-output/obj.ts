import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Vector3 } from '../../../geodata/place/box.ts';
import type { Material, TriangleModel } from '../model/triangle-model.ts';
import { byMaterial } from './by-material.ts';
import { writeFileWith } from './output-file.ts';
import { bytesOfPicture, eachPicture, extensionOfPicture } from './pictures.ts';
import { weld, weldColoured, type Welded } from './welded.ts';

export interface ObjFiles {
  /** Names of the files in the folder. */
  readonly names: readonly string[];
  readonly warnings: readonly string[];
}

/** Digits of directions, of places in pictures and of shares of colours: less than a thousandth of a pixel, or of a step of a colour. */
const [DIRECTION_DIGITS, PICTURE_DIGITS, COLOUR_DIGITS] = [5, 7, 4] as const;

/**
 * Writes an OBJ with its material library and its pictures, which are copied as they are.
 *
 * @param stem name of the files, without anything that a statement of OBJ could not hold
 * @param offset what is added to positions
 */
export async function writeObj(
  folder: string,
  stem: string,
  model: TriangleModel,
  offset: Vector3,
  progress: (share: number) => void,
): Promise<ObjFiles> {
  const pictures = await eachPicture(model.materials, async (source, number) => {
    const name = `texture_${number}.${await extensionOfPicture(source)}`;
    await writeFile(join(folder, name), await bytesOfPicture(source), { flag: 'wx' });
    return name;
  });
  const names = materialNames(model.materials);
  const hasLibrary = model.materials.some(({ name, texture }) => name !== '' || texture !== null);
  const [obj, mtl] = [`${stem}.obj`, `${stem}.mtl`];
  if (hasLibrary) await writeFile(join(folder, mtl), libraryOf(model.materials, names, pictures.of), { flag: 'wx' });
  writeText(join(folder, obj), model, offset, hasLibrary ? { library: mtl, names } : null, progress);
  const copied = [...new Set(pictures.of.filter((name) => name !== null))];
  return { names: [obj, ...(hasLibrary ? [mtl] : []), ...copied], warnings: pictures.warnings };
}

/** A name for each material that is one word, and no other's. */
function materialNames(materials: readonly Material[]): readonly string[] {
  const taken = new Set<string>();
  return materials.map(({ name }, number) => {
    const word = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 100) || `material_${number + 1}`;
    let free = word;
    for (let again = 2; taken.has(free); again += 1) free = `${word}_${again}`;
    taken.add(free);
    return free;
  });
}

function libraryOf(
  materials: readonly Material[],
  names: readonly string[],
  pictures: readonly (string | null)[],
): string {
  const blocks = materials.map(({ colour }, number) => {
    const [red, green, blue, alpha] = colour.map((value) => Number((value / 255).toFixed(COLOUR_DIGITS)));
    const picture = pictures[number] ?? null;
    return [
      `newmtl ${names[number]}`,
      `Kd ${red} ${green} ${blue}`,
      `d ${alpha}`,
      'illum 1',
      ...(picture === null ? [] : [`map_Kd ${picture}`]),
      '',
    ].join('\n');
  });
  return `# Alidade\n${blocks.join('\n')}`;
}

/** Digits behind the point that keep a float apart from its neighbours: those of the farthest position. */
export function digitsOf(positions: Float32Array): number {
  let farthest = 0;
  for (const value of positions) farthest = Math.max(farthest, Math.abs(value));
  return Math.max(0, Math.min(12, Math.ceil(-Math.log10(farthest * 2 ** -25 || 1e-12))));
}

function writeText(
  path: string,
  model: TriangleModel,
  offset: Vector3,
  materials: { readonly library: string; readonly names: readonly string[] } | null,
  progress: (share: number) => void,
): void {
  const { positions, colours, uvs, normals } = model;
  // Colours belong to places in an OBJ.
  const places = colours === null ? weld(positions, 3) : weldColoured(positions, colours);
  const count = places.firsts.length;
  const digits = digitsOf(positions);
  writeFileWith(path, (file) => {
    file.text('# Alidade\n');
    if (materials !== null) file.text(`mtllib ${materials.library}\n`);
    places.firsts.forEach((vertex, number) => {
      const place = [0, 1, 2].map((axis) => (positions[3 * vertex + axis]! + offset[axis]!).toFixed(digits));
      const paint =
        colours === null
          ? ''
          : [0, 1, 2].map((band) => ` ${(colours[4 * vertex + band]! / 255).toFixed(COLOUR_DIGITS)}`);
      file.text(`v ${place.join(' ')}${paint === '' ? '' : paint.join('')}\n`);
      if ((number & 0xffff) === 0) progress((0.3 * number) / count);
    });
    const at = uvs === null ? null : writeValues('vt', uvs, 2, PICTURE_DIGITS);
    progress(0.5);
    const directions = normals === null ? null : writeValues('vn', normals, 3, DIRECTION_DIGITS);
    progress(0.6);

    function writeValues(word: string, values: Float32Array, width: number, fixed: number): Welded {
      const welded = weld(values, width);
      for (const vertex of welded.firsts) {
        const numbers = Array.from(values.subarray(width * vertex, width * (vertex + 1)), (value) =>
          value.toFixed(fixed),
        );
        file.text(`${word} ${numbers.join(' ')}\n`);
      }
      return welded;
    }

    let done = 0;
    for (const { material, vertices, triangles } of byMaterial(model)) {
      if (materials !== null) file.text(`usemtl ${materials.names[material]}\n`);
      const words = Array.from(vertices, (vertex) => {
        const place = places.numbers[vertex]! + 1;
        if (at === null && directions === null) return String(place);
        const picture = at === null ? '' : at.numbers[vertex]! + 1;
        return directions === null ? `${place}/${picture}` : `${place}/${picture}/${directions.numbers[vertex]! + 1}`;
      });
      for (let corner = 0; corner < triangles.length; corner += 3) {
        file.text(`f ${words[triangles[corner]!]} ${words[triangles[corner + 1]!]} ${words[triangles[corner + 2]!]}\n`);
        done += 3;
        if ((done & 0xffff) === 0) progress(0.6 + (0.4 * done) / model.triangles.length);
      }
    }
  });
}
