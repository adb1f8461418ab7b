import { type ProgramVoice, requireFreeSpace } from '../../../engine/for-children.ts';
import type { Box3, Vector3 } from '../../../geodata/place/box.ts';
import { type Area, createArea } from '../cloud-input/area.ts';
import { type Cloud, eachPiece, openCloud, withinArea } from '../cloud-input/open-cloud.ts';
import { createSelector } from '../cloud-input/select.ts';
import { viewOf } from '../cloud-input/view-of.ts';
import { bytesToWrite, writeCloud } from '../cloud-output/write-cloud.ts';
import { recordBytesOf } from '../copc-build/point-layout.ts';
import { createReprojection } from './reproject.ts';
import type { CloudExportAnswer, CloudExportRequest } from './request.ts';
import { createThinning } from './thin.ts';

/** Share of the time that it takes to look at a file of columns first. */
const OPENING = 0.2;
/** Share of the rest until points that are thinned are in the scratch file. */
const SPREADING = 0.6;

/** The box of all points: bounds in headers may be wrong, and new coordinates must fit into 32 bits. */
async function measuredBounds({ source }: Cloud, progress: Progress): Promise<Box3> {
  const { layout } = source;
  const recordBytes = recordBytesOf(layout);
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  await eachPiece(
    { source },
    (records) => {
      const view = viewOf(records);
      for (let at = 0; at < records.length; at += recordBytes)
        for (let axis = 0; axis < 3; axis += 1) {
          const value = view.getInt32(at + 4 * axis, true);
          if (value < low![axis]!) low![axis] = value;
          if (value > high![axis]!) high![axis] = value;
        }
    },
    progress,
  );
  const world = (stored: readonly number[]): Vector3 =>
    [0, 1, 2].map((axis) => stored[axis]! * layout.scale[axis]! + layout.offset[axis]!) as never;
  return low![0] === Infinity ? { min: [0, 0, 0], max: [0, 0, 0] } : { min: world(low!), max: world(high!) };
}

type Add = (records: Uint8Array) => Promise<void>;
type Progress = (share: number) => void;

export async function exportCloud(request: CloudExportRequest, voice: ProgramVoice): Promise<CloudExportAnswer> {
  const { format, output, scratch, crs } = request;
  const whole = await openCloud(request.cloud, (share) => voice.progress((share * OPENING) / 2));
  const area = createArea(request.area, whole.head.wkt, whole.bounds);
  const cloud = await withinArea(whole, area);
  const { layout } = cloud.source;
  const reprojection =
    crs === null
      ? null
      : createReprojection(
          layout,
          cloud.head.wkt,
          await measuredBounds(cloud, (share) => voice.progress((OPENING * (1 + share)) / 2)),
          crs,
        );
  const target = reprojection?.layout ?? layout;
  await requireFreeSpace(scratch, bytesNeeded(request, cloud, area));
  const head = { ...cloud.head, layout: target, wkt: reprojection?.wkt ?? cloud.head.wkt };
  const points = await writeCloud(
    { format, output, scratch, head },
    (add, progress) =>
      selected(request, cloud, area, progress, async (records) => {
        reprojection?.move(records);
        await add(records);
      }),
    (share) => voice.progress(OPENING + share * (1 - OPENING)),
  );
  return { points, read: cloud.points };
}

/** Hands over the chosen points, thinned where that was asked for. Records may be changed. */
async function selected(
  request: CloudExportRequest,
  cloud: Cloud,
  area: Area | null,
  progress: Progress,
  add: Add,
): Promise<void> {
  const { classes, returns, every, spacing, scratch } = request;
  const { layout } = cloud.source;
  const select = createSelector({ area, classes, returns, every }, layout);
  if (spacing === null) return eachPiece(cloud, (records) => add(select(records)), progress);
  const { min, max } = cloud.bounds;
  const range = area === null ? ([min[1], max[1]] as const) : ([area.box[1], area.box[3]] as const);
  const thinning = await createThinning(layout, spacing, range, scratch);
  try {
    await eachPiece(
      cloud,
      (records) => thinning.add(select(records)),
      (share) => progress(share * SPREADING),
    );
    await thinning.finish(add, (share) => progress(SPREADING + share * (1 - SPREADING)));
  } finally {
    await thinning.close();
  }
}

/** Points of an area are estimated by its share of the bounds: a survey is about as dense everywhere. */
const DENSER = 4;

function bytesNeeded({ format, spacing }: CloudExportRequest, cloud: Cloud, area: Area | null): number {
  const { layout } = cloud.source;
  const points = Math.min(cloud.points, cloud.points * DENSER * shareOf(cloud, area));
  return bytesToWrite(format, points, layout) + (spacing === null ? 0 : points * recordBytesOf(layout));
}

function shareOf({ bounds: { min, max } }: Cloud, area: Area | null): number {
  if (area === null) return 1;
  const common = [0, 1].map((axis) => {
    const [low, high] = [Math.max(min[axis]!, area.box[axis]!), Math.min(max[axis]!, area.box[axis + 2]!)];
    return max[axis] === min[axis] ? 1 : Math.max(0, high - low) / (max[axis]! - min[axis]!);
  });
  return common[0]! * common[1]!;
}
