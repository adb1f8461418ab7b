import { OperationRefusal, type ProgramVoice } from '../../../engine/for-children.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';
import { measureOf, type Measure, openMesh } from '../mesh-input/open-mesh.ts';
import { cutTriangles } from './cut.ts';
import { type Drawing, writeDrawing } from './drawing.ts';
import { type Cut, cutAtHeight, cutByNormal, cutsAlong, withinPart } from './planes.ts';
import type { MeshSectionAnswer, MeshSectionRequest, SectionCut } from './request.ts';
import { writeSection } from './section-file.ts';
import { enclosedArea, type SectionLine, sectionLines } from './section-lines.ts';

/** Shares of the time until the model is read, and until it is cut. */
const [READ, CUT] = [0.6, 0.85] as const;

/** Triangles that are looked at, each once for each leg of a line: ten minutes of a processor. */
const MOST_LOOKS = 10_000_000_000;

/** @throws OperationRefusal where a line with many corners would take too long */
export function requireBearable(legs: number, triangles: number): void {
  if (legs * triangles <= MOST_LOOKS) return;
  const most = Math.max(1, Math.floor(MOST_LOOKS / triangles));
  throw new OperationRefusal(
    `The line has ${legs} legs; in a model of ${triangles} triangles at most ${most} are cut. Choose a simpler line.`,
    'too-large',
  );
}

export async function makeSection(request: MeshSectionRequest, voice: ProgramVoice): Promise<MeshSectionAnswer> {
  const mesh = await openMesh(request.source, (share) => voice.progress(share * READ));
  const measure = measureOf(mesh.place);
  const { model } = mesh;
  const cuts = cutsOf(request.cut, model.origin, measure);
  if (cuts.length > 1) requireBearable(cuts.length, model.triangles.length / 3);
  let area = 0;
  const lines: SectionLine[] = [];
  for (const [index, cut] of cuts.entries()) {
    const crossings = cutTriangles(model, measure.metres, cut.plane, (share) =>
      voice.progress(READ + ((CUT - READ) * (index + share)) / cuts.length),
    );
    const found = sectionLines(withinPart(crossings, cut), cut.flatten);
    area += enclosedArea(found);
    for (const line of found) lines.push(line);
  }
  if (lines.length === 0)
    throw new OperationRefusal('The plane does not cut the model. Choose a place where the model is.');
  voice.progress(CUT);
  writeSection(request.output, request.format, lines, mesh, measure);
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  if (request.drawing !== null) {
    const look = lookOf(request.cut, model.origin, measure, cuts);
    const drawing: Drawing = { lines, unit: measure.unit, length, area, ...look };
    await writeDrawing(request.drawing.path, request.drawing.format, drawing);
  }
  const base = model.origin[2] * measure.metres[2];
  const [lowest, highest] = heightsOf(lines);
  return {
    unit: measure.unit,
    lines: lines.length,
    closedLines: lines.filter(({ isClosed }) => isClosed).length,
    length,
    area,
    lowest: lowest + base,
    highest: highest + base,
    warnings: mesh.warnings,
  };
}

/** From coordinates of the model to metres from the zero of its positions. */
const localOf = (position: readonly number[], origin: Vector3, { metres }: Measure): Vector3 =>
  [0, 1, 2].map((axis) => ((position[axis] ?? 0) - origin[axis]!) * metres[axis]!) as unknown as Vector3;

function cutsOf(cut: SectionCut, origin: Vector3, measure: Measure): readonly Cut[] {
  if (cut.kind === 'height') return [cutAtHeight(localOf([0, 0, cut.height], origin, measure)[2])];
  if (cut.kind === 'plane') {
    const [x = 0, y = 0, z = 0] = cut.normal;
    return [cutByNormal(localOf(cut.point, origin, measure), [x, y, z])];
  }
  const places = cut.isInDegrees ? cut.line.map((position) => measure.ofDegrees(position)) : cut.line;
  return cutsAlong(
    places.map((place) => {
      const [x, y] = localOf(place, origin, measure);
      return [x, y] as const;
    }),
  );
}

/** How a section is drawn: distances along a line, coordinates at a height, or what lies around the point of a plane. */
function lookOf(
  cut: SectionCut,
  origin: Vector3,
  measure: Measure,
  [first]: readonly Cut[],
): Pick<Drawing, 'offset' | 'axes' | 'isUpright'> {
  const [x, y, z] = origin.map((value, axis) => value * measure.metres[axis]!) as unknown as Vector3;
  if (cut.kind === 'line') return { offset: [0, z], axes: ['Distance', 'Height'], isUpright: true };
  if (cut.kind === 'height') return { offset: [x, y], axes: ['x', 'y'], isUpright: false };
  const [across, up] = first!.flatten(...localOf(cut.point, origin, measure));
  return { offset: [-across, -up], axes: ['Across', 'Up'], isUpright: false };
}

function heightsOf(lines: readonly SectionLine[]): readonly [number, number] {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const { places } of lines)
    for (let at = 2; at < places.length; at += 3) {
      lowest = Math.min(lowest, places[at]!);
      highest = Math.max(highest, places[at]!);
    }
  return [lowest, highest];
}
