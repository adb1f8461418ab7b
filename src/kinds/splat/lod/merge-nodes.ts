import type { SplatModel } from '../model/splat-model.ts';
import { covariance } from './covariance.ts';
import { ellipsoidArea, featureSize } from './feature-size.ts';
import { decompose, EIGEN_NUMBERS } from './symmetric-eigen.ts';

type Floats = Float32Array<SharedArrayBuffer>;

/**
 * The binary tree of merges, in memory that threads share. Nodes 0 to `leaves` - 1 are the splats of the model. Merged nodes follow,
 * each after its two children. Harmonics are computed later, for the remaining nodes: they do not decide what is merged.
 */
export interface MergeNodes {
  readonly leaves: number;
  /** Splats of the leaves. */
  readonly model: SplatModel;
  /** Values of the merged nodes; index 0 is node `leaves`. */
  readonly centres: Floats;
  readonly scales: Floats;
  readonly rotations: Floats;
  readonly opacities: Floats;
  readonly colours: Floats;
  readonly left: Int32Array<SharedArrayBuffer>;
  readonly right: Int32Array<SharedArrayBuffer>;
  /** Surface times opacity per node, leaves included: the weight of a splat in a picture. */
  readonly weights: Float64Array<SharedArrayBuffer>;
  /** Feature size per node, leaves included, in units of the file. */
  readonly sizes: Floats;
}

/** Range of the opacities of merged splats, which keeps quotients of tiny and huge surfaces finite. */
const LEAST_OPACITY = 1e-6;
const MOST_OPACITY = 1000;
/** Largest scale of merged splats; larger ones would be infinite as 32-bit floats. */
const MOST_SCALE = 1e38;

/** Allocates the nodes of a model, with room for all merges. */
export function mergeNodesOf(model: SplatModel): MergeNodes {
  const leaves = model.count;
  const merged = Math.max(0, leaves - 1);
  const floats = (count: number): Floats => new Float32Array(new SharedArrayBuffer(4 * count));
  return {
    leaves,
    model,
    centres: floats(3 * merged),
    scales: floats(3 * merged),
    rotations: floats(4 * merged),
    opacities: floats(merged),
    colours: floats(3 * merged),
    left: new Int32Array(new SharedArrayBuffer(4 * merged)),
    right: new Int32Array(new SharedArrayBuffer(4 * merged)),
    weights: new Float64Array(new SharedArrayBuffer(8 * (leaves + merged))),
    sizes: floats(leaves + merged),
  };
}

/** Computes the sizes and weights of leaves. */
export function measureLeaves({ model, weights, sizes }: MergeNodes, first: number, end: number): void {
  const { scales, opacities } = model;
  for (let leaf = first; leaf < end; leaf += 1) {
    const x = scales[3 * leaf]!;
    const y = scales[3 * leaf + 1]!;
    const z = scales[3 * leaf + 2]!;
    sizes[leaf] = Math.min(MOST_SCALE, featureSize(x, y, z, opacities[leaf]!));
    weights[leaf] = ellipsoidArea(x, y, z) * opacities[leaf]!;
  }
}

/** Returns a function that merges two nodes into one with the mean and covariance of both normal distributions together. */
export function createMerger(nodes: MergeNodes): (merged: number, a: number, b: number) => void {
  const { leaves, model, weights, sizes, left, right, centres, scales, rotations, opacities, colours } = nodes;
  const [covA, covB, eigen] = [new Float64Array(6), new Float64Array(6), new Float64Array(EIGEN_NUMBERS)];

  function covarianceOf(node: number, out: Float64Array): void {
    const s = node < leaves ? model.scales : scales;
    const q = node < leaves ? model.rotations : rotations;
    const at = node < leaves ? node : node - leaves;
    const u = s[3 * at]!;
    const v = s[3 * at + 1]!;
    const w = s[3 * at + 2]!;
    covariance(u * u, v * v, w * w, q[4 * at]!, q[4 * at + 1]!, q[4 * at + 2]!, q[4 * at + 3]!, out);
  }

  return (merged, a, b) => {
    const total = weights[a]! + weights[b]!;
    // Points have no surface, and so no weight: both count the same.
    const f = total > 0 && Number.isFinite(total) ? weights[a]! / total : 0.5;
    const g = 1 - f;
    const centresA = a < leaves ? model.centres : centres;
    const centresB = b < leaves ? model.centres : centres;
    const coloursA = a < leaves ? model.colours : colours;
    const coloursB = b < leaves ? model.colours : colours;
    const atA = 3 * (a < leaves ? a : a - leaves);
    const atB = 3 * (b < leaves ? b : b - leaves);
    const at = merged - leaves;
    for (let axis = 0; axis < 3; axis += 1) {
      centres[3 * at + axis] = f * centresA[atA + axis]! + g * centresB[atB + axis]!;
      colours[3 * at + axis] = f * coloursA[atA + axis]! + g * coloursB[atB + axis]!;
    }
    const dx = centresB[atB]! - centresA[atA]!;
    const dy = centresB[atB + 1]! - centresA[atA + 1]!;
    const dz = centresB[atB + 2]! - centresA[atA + 2]!;
    // Covariance of the two means around their common mean: f d_a d_a' + g d_b d_b' = f g d d'.
    const h = f * g;
    covarianceOf(a, covA);
    covarianceOf(b, covB);
    decompose(
      f * covA[0]! + g * covB[0]! + h * dx * dx,
      f * covA[1]! + g * covB[1]! + h * dy * dy,
      f * covA[2]! + g * covB[2]! + h * dz * dz,
      f * covA[3]! + g * covB[3]! + h * dx * dy,
      f * covA[4]! + g * covB[4]! + h * dx * dz,
      f * covA[5]! + g * covB[5]! + h * dy * dz,
      eigen,
    );
    const x = Math.min(MOST_SCALE, Math.sqrt(Math.max(0, eigen[0]!)));
    const y = Math.min(MOST_SCALE, Math.sqrt(Math.max(0, eigen[1]!)));
    const z = Math.min(MOST_SCALE, Math.sqrt(Math.max(0, eigen[2]!)));
    scales[3 * at] = x;
    scales[3 * at + 1] = y;
    scales[3 * at + 2] = z;
    for (let index = 0; index < 4; index += 1) rotations[4 * at + index] = eigen[3 + index]!;
    const area = ellipsoidArea(x, y, z);
    const opacity = Math.max(LEAST_OPACITY, Math.min(MOST_OPACITY, area > 0 ? total / area : 1));
    opacities[at] = opacity;
    weights[merged] = area * opacity;
    sizes[merged] = Math.min(MOST_SCALE, featureSize(x, y, z, opacity));
    left[at] = a;
    right[at] = b;
  };
}
