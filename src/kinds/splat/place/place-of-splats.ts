import type { Box3, Vector3 } from '../../../geodata/place/box.ts';
import { scaleMember } from '../../mesh/place/claims.ts';
import type { ModelPlace } from '../../mesh/place/model-place.ts';
import { type MeshPlacement, placeOfModel } from '../../mesh/place/place-of-model.ts';
import type { PlaceSources } from '../../mesh/place/place-sources.ts';

export interface SplatPlacementRequest extends PlaceSources {
  /** In coordinates of the file; null: not known. */
  readonly bounds: Box3 | null;
}

/** Where splats lie. `place` is that of their coordinates times `scale`. */
export interface SplatPlacement extends MeshPlacement {
  /** Metres, or units of the CRS of the place, in a unit of the file; null: nothing says so, which counts as 1. */
  readonly scale: number | null;
}

/** Beyond these, a length is mistyped: no capture has units of 0.1 mm, or of 10 km. The scene has the same limits. */
export const [MIN_SCALE, MAX_SCALE] = [0.0001, 10_000] as const;

/**
 * Finds where splats lie, and how large they are: captures without markers have a unit of their own. x leads east, y north and
 * z up.
 */
export function placeOfSplats(request: SplatPlacementRequest): SplatPlacement {
  const { scale, problem } = scaleOf(request.sidecars);
  const unscaled = placeOfModel({ ...request, up: 'z' });
  const withProblem = (placement: MeshPlacement, used: number | null, more: string | null): SplatPlacement => ({
    ...placement,
    scale: used,
    problems: [...placement.problems, ...(more === null ? [] : [more])],
  });
  if (scale === null || scale === 1) return withProblem(unscaled, scale, problem);
  if (unscaled.place !== null && !hasOwnZero(unscaled.place)) return withProblem(unscaled, null, COORDINATES_OF_CRS);
  const bounds = request.bounds === null ? null : scaled(request.bounds, scale);
  return withProblem(placeOfModel({ ...request, bounds, up: 'z' }), scale, problem);
}

const COORDINATES_OF_CRS =
  'The scale beside it is not used: its coordinates are those of a coordinate reference system, so they have its unit.';

/** Whether a file beside the splats says where their zero lies. Else their coordinates are those of a CRS as they are. */
const hasOwnZero = ({ from }: ModelPlace): boolean => from !== 'projection' && !/\.prj$/i.test(from);

/** The scale of the first sidecar that has one. */
function scaleOf(sidecars: PlaceSources['sidecars']) {
  for (const sidecar of sidecars) {
    const value = scaleMember(sidecar);
    if (value === undefined) continue;
    if (typeof value === 'number' && value >= MIN_SCALE && value <= MAX_SCALE) return { scale: value, problem: null };
    const problem = `The scale in ${sidecar.name} is not used: it must be a number from ${MIN_SCALE} to ${MAX_SCALE}.`;
    return { scale: null, problem };
  }
  return { scale: null, problem: null };
}

const scaled = ({ min, max }: Box3, scale: number): Box3 => {
  const times = ([x, y, z]: Vector3): Vector3 => [x * scale, y * scale, z * scale];
  return { min: times(min), max: times(max) };
};
