import { roomForSplats, type SplatModel } from '../../src/kinds/splat/model/splat-model.ts';
import type { SplatTree } from '../../src/kinds/splat/model/splat-tree.ts';
import { naturalOpacity } from '../../src/kinds/splat/rad/stored-opacity.ts';
import type { SparkJudge } from '../../src/kinds/splat/testing/spark-judge.ts';
import { sparkValues } from '../../src/kinds/splat/testing/spark-values.ts';
import { plyOf } from '../../src/kinds/splat/testing/encode-ply.ts';

/** Makes levels of detail by Spark. @returns its tree, and the seconds that it took, in which it reads the splats as well */
export async function sparkTree(
  judge: SparkJudge,
  model: SplatModel,
): Promise<{ readonly tree: SplatTree; readonly seconds: number }> {
  const ply = plyOf(model);
  const began = performance.now();
  const built = await judge.build(ply);
  const seconds = (performance.now() - began) / 1000;
  const values = sparkValues(built);
  const splats = roomForSplats(built.numSplats, model.shDegree);
  splats.centres.set(values.centres);
  splats.colours.set(values.colours);
  splats.rotations.set(values.rotations);
  splats.harmonics.set(values.harmonics.subarray(0, splats.harmonics.length));
  for (let at = 0; at < splats.scales.length; at += 1) splats.scales[at] = Math.exp(values.lnScales[at]!);
  for (let at = 0; at < splats.count; at += 1) splats.opacities[at] = naturalOpacity(values.storedOpacities[at]!);
  const childCounts = new Uint16Array(new SharedArrayBuffer(2 * splats.count));
  const childStarts = new Uint32Array(new SharedArrayBuffer(4 * splats.count));
  childCounts.set(values.childCounts);
  childStarts.set(values.childStarts);
  const leaves = childCounts.reduce((sum, count) => sum + (count === 0 ? 1 : 0), 0);
  return { tree: { splats, childCounts, childStarts, leaves, levels: 0 }, seconds };
}
