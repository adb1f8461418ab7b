import { OperationRefusal } from '../../../engine/for-children.ts';
import { plyCountProblem } from '../../../geodata/ply/elements.ts';
import { type PlyElement, readPlyHeader } from '../../../geodata/ply/header.ts';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { FIRST_HARMONIC, HARMONICS, MAX_DEGREE, type ShDegree, type SplatModel } from '../model/splat-model.ts';
import { degreeOf } from './ply-splats.ts';
import { type PlyRows, plyRows } from './ply-rows.ts';
import type { SplatReader } from './splat-reader.ts';

const NEEDED = ['x', 'y', 'z', 'scale_0', 'scale_1', 'scale_2', 'rot_0', 'rot_1', 'rot_2', 'rot_3', 'opacity'];

/** Opens splats of a PLY file as training programs write them: each property is a column, and columns may have any order. */
export function openPlySplats(path: string): SplatReader {
  const window = openWindow(path);
  try {
    const header = readPlyHeader(window);
    const [vertex] = header.elements;
    if (vertex === undefined || vertex.name !== 'vertex' || vertex.hasLists)
      throw new OperationRefusal('Its splats are not its first element, or have lists.');
    const problem = plyCountProblem(window, header);
    if (problem !== null) throw new OperationRefusal(problem);
    const columns = columnsOf(vertex, degreeOf(header));
    return {
      count: vertex.count,
      shDegree: columns.shDegree,
      readingBytes: 0,
      fill(model, progress) {
        let first = 0;
        for (const rows of plyRows(window, header, vertex)) {
          fillRows(model, first, rows, columns);
          first += rows.count;
          progress(first / vertex.count);
        }
      },
      close: () => window.close(),
    };
  } catch (error) {
    window.close();
    throw error;
  }
}

/** Columns of the values of a splat. */
interface Columns {
  readonly width: number;
  readonly shDegree: ShDegree;
  readonly centre: readonly [number, number, number];
  /** Columns of the natural logarithms of scales. */
  readonly scale: readonly [number, number, number];
  /** Columns of x, y, z, w; the file names w first. */
  readonly rotation: readonly [number, number, number, number];
  /** Column of the logit of the opacity. */
  readonly opacity: number;
  readonly colour: readonly [number, number, number];
  /** Columns of the harmonics, in the order of a model. */
  readonly harmonics: readonly number[];
}

/** Finds the columns. @param degree of the file, which may exceed that of the model */
function columnsOf({ properties }: PlyElement, degree: number): Columns {
  const places = new Map(properties.map(({ name }, place) => [name, place]));
  const missing = NEEDED.filter((name) => !places.has(name));
  if (missing.length > 0) throw new OperationRefusal(`Its splats have no ${missing.join(', ')}.`);
  const at = (name: string): number => places.get(name) ?? -1;
  const three = (name: string): [number, number, number] => [at(`${name}_0`), at(`${name}_1`), at(`${name}_2`)];
  const shDegree = Math.min(MAX_DEGREE, degree) as ShDegree;
  const coefficients = (degree + 1) ** 2 - 1;
  const rest = [...places.keys()].filter((name) => name.startsWith('f_rest_')).length;
  // The colour of a column depends on the number of columns.
  if (rest !== 3 * coefficients)
    throw new OperationRefusal(`Its splats have ${rest} numbers of harmonics, which is none of 0, 9, 24, 45 and 72.`);
  const gap = Array.from({ length: rest }, (_, number) => `f_rest_${number}`).find((name) => !places.has(name));
  if (gap !== undefined) throw new OperationRefusal(`Its splats have no ${gap}.`);
  return {
    width: properties.length,
    shDegree,
    centre: [at('x'), at('y'), at('z')],
    scale: three('scale'),
    rotation: [at('rot_1'), at('rot_2'), at('rot_3'), at('rot_0')],
    opacity: at('opacity'),
    colour: three('f_dc'),
    // The file lists all reds, then all greens, then all blues.
    harmonics: Array.from({ length: HARMONICS[shDegree] }, (_, number) =>
      at(`f_rest_${(number % 3) * coefficients + Math.floor(number / 3)}`),
    ),
  };
}

function fillRows(model: SplatModel, first: number, { numbers, count }: PlyRows, columns: Columns): void {
  const { centres, scales, rotations, opacities, colours, harmonics } = model;
  const { width, opacity, harmonics: rest } = columns;
  const [x, y, z] = columns.centre;
  const [sx, sy, sz] = columns.scale;
  const [qx, qy, qz, qw] = columns.rotation;
  const [red, green, blue] = columns.colour;
  const hasColours = red >= 0 && green >= 0 && blue >= 0;
  const each = rest.length;
  for (let row = 0; row < count; row += 1) {
    const from = row * width;
    const to = first + row;
    centres[3 * to] = numbers[from + x]!;
    centres[3 * to + 1] = numbers[from + y]!;
    centres[3 * to + 2] = numbers[from + z]!;
    scales[3 * to] = Math.exp(numbers[from + sx]!);
    scales[3 * to + 1] = Math.exp(numbers[from + sy]!);
    scales[3 * to + 2] = Math.exp(numbers[from + sz]!);
    rotations[4 * to] = numbers[from + qx]!;
    rotations[4 * to + 1] = numbers[from + qy]!;
    rotations[4 * to + 2] = numbers[from + qz]!;
    rotations[4 * to + 3] = numbers[from + qw]!;
    opacities[to] = 1 / (1 + Math.exp(-numbers[from + opacity]!));
    // Splats without a colour are grey.
    colours[3 * to] = hasColours ? 0.5 + FIRST_HARMONIC * numbers[from + red]! : 0.5;
    colours[3 * to + 1] = hasColours ? 0.5 + FIRST_HARMONIC * numbers[from + green]! : 0.5;
    colours[3 * to + 2] = hasColours ? 0.5 + FIRST_HARMONIC * numbers[from + blue]! : 0.5;
    for (let number = 0; number < each; number += 1) harmonics[each * to + number] = numbers[from + rest[number]!]!;
  }
}
