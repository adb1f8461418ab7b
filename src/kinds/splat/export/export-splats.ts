import { OperationRefusal, type ProgramVoice } from '../../../engine/for-children.ts';
import type { ModelPlace } from '../../mesh/place/model-place.ts';
import type { ShDegree } from '../model/splat-model.ts';
import { type Area, areaInDegrees, areaInPlane } from '../splat-input/area.ts';
import { openSplats } from '../splat-input/open-splats.ts';
import { placeText } from '../splat-output/place-text.ts';
import { degreeIn } from '../splat-output/formats.ts';
import { TURNED, turnForFormat } from '../splat-output/turn-for-format.ts';
import { writeSplats } from '../splat-output/write-splats.ts';
import type { SplatExportAnswer, SplatExportRequest, SplatSelection } from './request.ts';
import { selectSplats } from './select.ts';

/** Shares of the total time at which reading and selecting end. */
const [READ, SELECTED] = [0.4, 0.5] as const;
/** Bytes per splat of the list of selected splats. */
const WORK_BYTES = 4;

/** Writes the selected splats of a file as a new file. */
export async function exportSplats(request: SplatExportRequest, voice: ProgramVoice): Promise<SplatExportAnswer> {
  const { selection, format, output } = request;
  const opened = await openSplats(request, WORK_BYTES, voice, (share) => voice.progress(share * READ));
  const { model, place, scale } = opened;
  const rules = { ...selection, area: areaOf(selection, place, scale ?? 1) };
  const { list, dropped } = selectSplats(model, rules, (share) => voice.progress(READ + share * (SELECTED - READ)));
  if (list.length === 0)
    throw new OperationRefusal(`No splat is left: the rules drop all ${model.count}. Allow a larger part of the file.`);
  const degree = degreeIn(format, Math.min(model.shDegree, request.shDegree ?? model.shDegree) as ShDegree);
  const isTurned = turnForFormat(model, { from: request.source.format, to: format, place });
  await writeSplats(output, format, { model, list, degree }, (share) =>
    voice.progress(SELECTED + share * (1 - SELECTED)),
  );
  return {
    splats: list.length,
    sourceSplats: model.count,
    ...dropped,
    shDegree: degree,
    placeText: placeText(place, scale),
    warnings: [...opened.warnings, ...(isTurned ? [TURNED] : [])],
  };
}

function areaOf({ area, areaInCrs }: SplatSelection, place: ModelPlace | null, scale: number): Area | null {
  if (areaInCrs !== null) return areaInPlane(areaInCrs);
  if (area === null) return null;
  const isInside = areaInDegrees(area, place);
  return (x, y) => isInside(x * scale, y * scale);
}
