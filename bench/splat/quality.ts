import { cutAtBudget } from '../../src/kinds/splat/draw/cut-at-budget.ts';
import { drawSplatsAsFloats } from '../../src/kinds/splat/draw/draw-splats.ts';
import { peakSignalToNoise, structuralSimilarity } from '../../src/kinds/splat/draw/testing/picture-quality.ts';
import { viewsAround } from '../../src/kinds/splat/draw/views-around.ts';
import type { SplatModel } from '../../src/kinds/splat/model/splat-model.ts';
import type { SplatTree } from '../../src/kinds/splat/model/splat-tree.ts';

const VIEWS = 8;
export const PIXELS = 256;
/** Shares of the leaves that are drawn. */
export const BUDGETS = [0.05, 0.2, 1] as const;

/** How near pictures of a tree come to those of the whole scene: means over all views, and the worst view. */
export interface Quality {
  readonly psnr: number;
  readonly worstPsnr: number;
  readonly ssim: number;
  readonly worstSsim: number;
  /** The tree from the first view. */
  readonly first: Float32Array;
}

/** Draws a scene from around, whole. */
export const wholePictures = (model: SplatModel): readonly Float32Array[] =>
  viewsAround(model.centres, VIEWS).map((camera) =>
    drawSplatsAsFloats(model, { camera, width: PIXELS, height: PIXELS }),
  );

/** @param budget share of the leaves that may be drawn. @param whole pictures of the scene, of which the tree is */
export function qualityOf(
  tree: SplatTree,
  budget: number,
  { centres }: SplatModel,
  whole: readonly Float32Array[],
): Quality {
  const rows = viewsAround(centres, VIEWS).map((camera, view) => {
    const which = cutAtBudget(tree, Math.ceil(budget * tree.leaves), camera.eye);
    const picture = drawSplatsAsFloats(tree.splats, { camera, width: PIXELS, height: PIXELS, which });
    // Equal pictures have no noise; 100 dB is one step of 8 bits in ten thousand pixels.
    const psnr = Math.min(100, peakSignalToNoise(picture, whole[view]!));
    return { picture, psnr, ssim: structuralSimilarity(picture, whole[view]!) };
  });
  const mean = (of: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  return {
    psnr: mean(({ psnr }) => psnr),
    worstPsnr: Math.min(...rows.map(({ psnr }) => psnr)),
    ssim: mean(({ ssim }) => ssim),
    worstSsim: Math.min(...rows.map(({ ssim }) => ssim)),
    first: rows[0]!.picture,
  };
}
