import { OperationRefusal } from '../../../engine/for-children.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { eachLine, statementOf } from '../read/lines.ts';
import { growingArray } from './growing-array.ts';
import { createLineReader } from './number-text.ts';
import { cutPolygon } from './polygon.ts';
import { type Material, PLAIN, type TriangleModel } from './triangle-model.ts';
import { createVertexIndex } from './vertex-index.ts';

/** More cannot be numbered by 32 bits with room for their parts. */
const MOST_TRIANGLES = 200_000_000;
/** A face with more corners is none of a model. */
const MOST_CORNERS = 4096;
/** Words that begin curves and surfaces, which are no triangles. */
const FREE_FORM = /^(?:cstype|curv2?|surf|parm|trim|hole|bmat|step|deg|vp)$/;

const [V, F, T, N, SPACE, TAB] = [...Buffer.from('vftn \t')] as [number, number, number, number, number, number];

/**
 * Reads a Wavefront OBJ.
 *
 * @param materials of its libraries. @param progress told of the share of the file that was read
 * @throws OperationRefusal where it has no triangle, or indices that are of nothing
 */
export function readObj(
  path: string,
  materials: ReadonlyMap<string, Material>,
  progress: (share: number) => void,
): TriangleModel {
  const window = openWindow(path);
  try {
    const found = createObjModel(materials);
    let read = 0;
    const isWhole = eachLine(window, window.size, (line) => {
      read += line.length + 1;
      if ((found.lines & 0xffff) === 0) progress(Math.min(1, read / window.size));
      found.take(line);
    });
    if (!isWhole) throw new Error('The file is shorter than it was.');
    return found.model();
  } finally {
    window.close();
  }
}

/** What is kept while the lines come. */
function createObjModel(materials: ReadonlyMap<string, Material>) {
  const places = growingArray((length) => new Float64Array(length));
  const colours = growingArray((length) => new Uint8Array(length));
  const directions = growingArray((length) => new Float32Array(length));
  const pictures = growingArray((length) => new Float32Array(length));
  const corners = createVertexIndex();
  const triangles = growingArray((length) => new Uint32Array(length));
  const materialOf = growingArray((length) => new Uint32Array(length));
  const used = new Map<string, number>();
  const numberOf = (name: string): number => {
    if (!used.has(name)) used.set(name, used.size);
    return used.get(name)!;
  };
  const reader = createLineReader();
  let material: number | null = null;
  let freeForm: string | null = null;
  let missingCorners = 0;
  let lines = 0;

  const vertex = (line: Buffer): void => {
    reader.start(line, 1);
    const [x, y, z] = [reader.number(), reader.number(), reader.number()];
    for (const value of [x, y, z]) places.push(Number.isFinite(value) ? value : 0);
    if (!reader.hasMore()) return;
    const [red, green, blue] = [reader.number(), reader.number(), reader.number()];
    // One number alone is a weight.
    if (Number.isNaN(blue)) return;
    while (colours.length < places.length - 3) colours.push(255);
    for (const value of [red, green, blue]) colours.push(Math.max(0, Math.min(255, Math.round(255 * value))));
  };
  /** An index of a face as the number of what it names: from one on, or back from the last. */
  const resolve = (index: number, count: number): number => (index > 0 ? index - 1 : index < 0 ? count + index : -1);
  const face = (line: Buffer): void => {
    reader.start(line, 1);
    const found: number[] = [];
    while (reader.hasMore()) {
      const [place, picture, direction] = [reader.index(), 0, 0] as [number, number, number];
      let [u, n] = [picture, direction];
      if (reader.slash()) {
        u = reader.index();
        if (reader.slash()) n = reader.index();
      }
      reader.skipWord();
      const [a, b, c] = [
        resolve(place, places.length / 3),
        resolve(u, pictures.length / 2),
        resolve(n, directions.length / 3),
      ];
      if (a < 0 || a >= places.length / 3 || b >= pictures.length / 2 || c >= directions.length / 3)
        throw new OperationRefusal(`A face names a vertex that is not there: ${line.toString('latin1', 0, 80)}.`);
      found.push(corners.of(a, Math.max(-1, b), Math.max(-1, c)));
      if (found.length > MOST_CORNERS) throw new OperationRefusal(`A face has more than ${MOST_CORNERS} corners.`);
    }
    if (found.length < 3) return void (missingCorners += 1);
    material ??= numberOf('');
    const placeOf = (number: number): Vector3 => {
      const at = 3 * corners.partsOf(number)[0];
      return [places.get(at), places.get(at + 1), places.get(at + 2)];
    };
    for (const [a, b, c] of cutPolygon(found, placeOf)) {
      if (a === b || b === c || c === a) continue;
      triangles.push(a);
      triangles.push(b);
      triangles.push(c);
      materialOf.push(material);
    }
    if (materialOf.length > MOST_TRIANGLES)
      throw new OperationRefusal(`It has more than ${MOST_TRIANGLES} triangles.`, 'too-large');
  };
  const statement = (line: Buffer): void => {
    const said = statementOf(line);
    if (said?.word === 'usemtl') material = numberOf(said.rest.trim());
    else if (said !== null && FREE_FORM.test(said.word)) freeForm ??= said.word;
  };
  return {
    get lines() {
      return lines;
    },
    take(line: Buffer): void {
      lines += 1;
      const [first, second] = line as unknown as readonly [number, number];
      if (first === V) {
        if (second === SPACE || second === TAB) vertex(line);
        else if (second === T) {
          reader.start(line, 2);
          for (let part = 0; part < 2; part += 1) pictures.push(finite(reader.number()));
        } else if (second === N) {
          reader.start(line, 2);
          for (let part = 0; part < 3; part += 1) directions.push(finite(reader.number()));
        } else statement(line);
      } else if (first === F && (second === SPACE || second === TAB)) face(line);
      else statement(line);
    },
    model(): TriangleModel {
      if (triangles.length === 0)
        throw new OperationRefusal(
          freeForm === null ? 'It has no face.' : `It has curves and surfaces (${freeForm}), and no face.`,
        );
      while (colours.length > 0 && colours.length < places.length) colours.push(255);
      const warnings = [
        ...(missingCorners > 0 ? [`${missingCorners} faces have fewer than three corners, and are left out.`] : []),
        ...(freeForm === null ? [] : [`Its curves and surfaces (${freeForm}) are left out.`]),
      ];
      const names = [...used.keys()];
      const unknown = names.filter((name) => name !== '' && !materials.has(name));
      if (unknown.length > 0 && materials.size > 0)
        warnings.push(`Its libraries lack ${unknown.length} of its materials, such as ${unknown[0]}.`);
      return {
        ...verticesOf(),
        triangles: triangles.view(),
        materialOf: materialOf.view(),
        materials: names.map((name) => materials.get(name) ?? { ...PLAIN, name }),
        warnings,
      };
    },
  };

  /** Values of the vertices that faces have. */
  function verticesOf() {
    const { count } = corners;
    const origin = middleOf(places.view());
    const positions = new Float32Array(3 * count);
    const paint = colours.length === 0 ? null : new Uint8Array(4 * count);
    const uvs = pictures.length === 0 ? null : new Float32Array(2 * count);
    const normals = directions.length === 0 ? null : new Float32Array(3 * count);
    for (let number = 0; number < count; number += 1) {
      const [place, picture, direction] = corners.partsOf(number);
      for (let axis = 0; axis < 3; axis += 1) {
        positions[3 * number + axis] = places.get(3 * place + axis) - origin[axis]!;
        if (paint !== null) paint[4 * number + axis] = colours.get(3 * place + axis);
        if (normals !== null && direction >= 0) normals[3 * number + axis] = directions.get(3 * direction + axis);
      }
      if (paint !== null) paint[4 * number + 3] = 255;
      if (uvs !== null && picture >= 0)
        for (let part = 0; part < 2; part += 1) uvs[2 * number + part] = pictures.get(2 * picture + part);
    }
    return { origin, positions, colours: paint, uvs, normals };
  }
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

/** Middle of the box of places, in whole units: floats keep their digits near it. */
function middleOf(places: Float64Array): Vector3 {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (let at = 0; at < places.length; at += 1) {
    const axis = at % 3;
    if (places[at]! < low![axis]!) low![axis] = places[at]!;
    if (places[at]! > high![axis]!) high![axis] = places[at]!;
  }
  return [0, 1, 2].map((axis) => Math.round((low![axis]! + high![axis]!) / 2)) as unknown as Vector3;
}
