import { OperationRefusal, type ProgramVoice } from '../../../engine/for-children.ts';
import { measureOf, type Measure, openMesh } from '../mesh-input/open-mesh.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import { ringsOf } from './area.ts';
import { borderHeights, fitPlane, lowestPlane } from './border.ts';
import { type BasePlane, measureVolume } from './measure.ts';
import { createPrism, type Rings, WHOLE_PLANE } from './prism.ts';
import type { BaseVolume, MeshVolumeAnswer, MeshVolumeRequest, VolumeBase } from './request.ts';
import { enclosedVolume, type Topology, topologyOf } from './topology.ts';

/** Shares of the time until the model is read, and until it is known how it hangs together. */
const [READ, KNOWN] = [0.6, 0.8] as const;

const MIXED =
  'Its triangles are not turned alike: some show their front where others show their back. All count as if they faced up, so overhangs count twice.';

export async function measureModel(request: MeshVolumeRequest, voice: ProgramVoice): Promise<MeshVolumeAnswer> {
  const mesh = await openMesh(request.source, (share) => voice.progress(share * READ));
  const { model } = mesh;
  const measure = measureOf(mesh.place);
  const topology = topologyOf(model);
  voice.progress(KNOWN);
  const { volume, area } = enclosedVolume(model, measure.metres);
  const rings = request.area === null ? null : ringsOf(request.area, model.origin, measure);
  const overBase =
    request.base.kind === 'none'
      ? null
      : overBaseOf(model, measure, topology, rings, request.base, (share) =>
          voice.progress(KNOWN + share * (1 - KNOWN)),
        );
  return {
    unit: measure.unit,
    triangles: model.triangles.length / 3,
    ...topology,
    surfaceArea: area,
    enclosedVolume: topology.isClosed ? volume : null,
    overBase,
    warnings: [...mesh.warnings, ...(overBase !== null && topology.turnedEdges > 0 ? [MIXED] : [])],
  };
}

function overBaseOf(
  model: TriangleModel,
  measure: Measure,
  { isClosed, turnedEdges }: Topology,
  rings: Rings | null,
  base: Exclude<VolumeBase, { readonly kind: 'none' }>,
  progress: (share: number) => void,
): BaseVolume {
  const { metres } = measure;
  const prism = rings === null ? WHOLE_PLANE : createPrism(rings);
  const fitted = base.kind === 'plane' ? fitPlane(borderHeights(model, metres, rings ?? [])) : null;
  const plane = fitted ?? levelOf(base, model, measure, rings);
  const found = measureVolume(model, metres, prism, plane, turnedEdges > 0 ? 'all-up' : 'by-turn', progress);
  if (found.lowest === null)
    throw new OperationRefusal('There is nothing of the model in the area. Does it lie within the model?');
  // A surface whose triangles are turned down all the same, as some programs write them; a body that is inside out.
  const isInverted = isClosed ? found.above - found.below < 0 : found.covered < 0;
  const turn = isInverted ? -1 : 1;
  const [above, below, covered] = [turn * found.above, turn * found.below, turn * found.covered];
  const zero = model.origin[2] * metres[2];
  const [x, y] = middleOf(rings, model, measure);
  const area = rings === null ? null : prism.area;
  const without = area === null || area - covered <= 1e-6 * area ? 0 : area - covered;
  return {
    area,
    areaWithoutHeights: isClosed ? null : without,
    cut: above,
    // What of a body lies below the base counts as less, and is more.
    fill: isClosed ? 0 - below : below,
    net: above - below,
    lowest: found.lowest + zero,
    highest: found.highest! + zero,
    baseHeight: plane.height + plane.east * x + plane.north * y + zero,
    baseError: fitted === null ? null : fitted.errorAt(x, y) * covered,
  };
}

function levelOf(
  base: Exclude<VolumeBase, { readonly kind: 'none' }>,
  model: TriangleModel,
  { metres }: Measure,
  rings: Rings | null,
): BasePlane {
  if (base.kind === 'elevation') return { height: (base.elevation - model.origin[2]) * metres[2], east: 0, north: 0 };
  return lowestPlane(borderHeights(model, metres, rings ?? []));
}

/** The centroid of the outer ring; of all of the model where there is no area. */
function middleOf(rings: Rings | null, { positions }: TriangleModel, { metres }: Measure): readonly [number, number] {
  if (rings === null) return [(positions[0] ?? 0) * metres[0], (positions[1] ?? 0) * metres[1]];
  const [ring = []] = rings;
  let [doubled, x, y] = [0, 0, 0];
  const [x0, y0] = [ring[0]!, ring[1]!];
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length;
    const [ax, ay, bx, by] = [ring[at]! - x0, ring[at + 1]! - y0, ring[next]! - x0, ring[next + 1]! - y0];
    const turn = ax * by - bx * ay;
    doubled += turn;
    x += (ax + bx) * turn;
    y += (ay + by) * turn;
  }
  return doubled === 0 ? [x0, y0] : [x0 + x / (3 * doubled), y0 + y / (3 * doubled)];
}
