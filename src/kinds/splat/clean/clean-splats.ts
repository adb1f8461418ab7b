import { OperationRefusal, type ProgramVoice } from '../../../engine/for-children.ts';
import { openSplats } from '../splat-input/open-splats.ts';
import { degreeIn } from '../splat-output/formats.ts';
import { placeText } from '../splat-output/place-text.ts';
import { TURNED, turnForFormat } from '../splat-output/turn-for-format.ts';
import { writeSplats } from '../splat-output/write-splats.ts';
import { findFloaters } from './find-floaters.ts';
import { TREE_BYTES } from './kd-tree.ts';
import type { SplatCleanAnswer, SplatCleanRequest } from './request.ts';

/** Shares of the total time at which reading and the search end. */
const [READ, FOUND] = [0.25, 0.7] as const;
/** Bytes per splat of the tree, the sizes, the list of splats and a sorted copy of the distances. */
const WORK_BYTES = TREE_BYTES + 12;

/** Writes the splats of a file without its floaters. */
export async function cleanSplats(request: SplatCleanRequest, voice: ProgramVoice): Promise<SplatCleanAnswer> {
  const { rules, format, output } = request;
  const opened = await openSplats(request, WORK_BYTES, voice, (share) => voice.progress(share * READ));
  const { model, place, scale } = opened;
  const { list, facts } = await findFloaters(model, rules, (share) => voice.progress(READ + share * (FOUND - READ)));
  if (list.length === 0)
    throw new OperationRefusal(
      `No splat is left: the rules remove all ${model.count}. Allow larger distances or a larger radius.`,
    );
  const degree = degreeIn(format, model.shDegree);
  const isTurned = turnForFormat(model, { from: request.source.format, to: format, place });
  await writeSplats(output, format, { model, list, degree }, (share) => voice.progress(FOUND + share * (1 - FOUND)));
  return {
    splats: list.length,
    sourceSplats: model.count,
    ...facts,
    shDegree: degree,
    placeText: placeText(place, scale),
    warnings: [...opened.warnings, ...(isTurned ? [TURNED] : [])],
  };
}
