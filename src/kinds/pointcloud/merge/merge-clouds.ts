import { OperationRefusal, type ProgramVoice, requireFreeSpace } from '../../../engine/for-children.ts';
import { crsOfWkt } from '../../../geodata/place/crs.ts';
import { type Cloud, eachPiece, openCloud } from '../cloud-input/open-cloud.ts';
import { bytesToWrite, writeCloud } from '../cloud-output/write-cloud.ts';
import type { MergeAnswer, MergeRequest } from './request.ts';
import { unite } from './unite.ts';

/** Share of the time until all files were looked at. */
const OPENING = 0.2;
/** Bit of the global encoding. Set: GPS times are seconds since 1980, minus a billion. Clear: seconds of the week. */
const ADJUSTED_TIME = 1;

export async function mergeClouds(request: MergeRequest, voice: ProgramVoice): Promise<MergeAnswer> {
  const { format, output, scratch } = request;
  const clouds = await openAll(request, (share) => voice.progress(share * OPENING));
  requireOneCrs(request, clouds);
  const { layout, isExact, convert } = unite(clouds);
  const all = clouds.reduce((sum, { points }) => sum + points, 0);
  await requireFreeSpace(scratch, bytesToWrite(format, all, layout));
  let done = 0;
  const points = await writeCloud(
    { format, output, scratch, head: { ...headOf(clouds), layout } },
    async (add, progress) => {
      for (const [index, cloud] of clouds.entries()) {
        await eachPiece(
          cloud,
          (records) => add(convert[index]!(records)),
          (share) => progress((done + share * cloud.points) / Math.max(1, all)),
        );
        done += cloud.points;
      }
    },
    (share) => voice.progress(OPENING + share * (1 - OPENING)),
  );
  const encodings = new Set(clouds.map(({ head }) => head.globalEncoding & ADJUSTED_TIME));
  return { points, isExact, timesDiffer: encodings.size > 1, scale: layout.scale };
}

async function openAll({ clouds }: MergeRequest, progress: (share: number) => void): Promise<readonly Cloud[]> {
  const opened: Cloud[] = [];
  for (const [index, { cloud, name }] of clouds.entries()) {
    try {
      opened.push(await openCloud(cloud, (share) => progress((index + share) / clouds.length)));
    } catch (error) {
      if (error instanceof OperationRefusal) throw new OperationRefusal(`${name}: ${error.message}`, error.code);
      throw error;
    }
    progress((index + 1) / clouds.length);
  }
  return opened;
}

/** @throws OperationRefusal with the names of two clouds that differ */
function requireOneCrs({ clouds: files }: MergeRequest, clouds: readonly Cloud[]): void {
  const [first, ...others] = clouds.map(({ head: { wkt } }) => (wkt === null ? null : crsOfWkt(wkt)));
  const different = others.findIndex((crs) =>
    crs === null || first === null || first === undefined ? crs !== first : !first.isSame(crs),
  );
  if (different < 0) return;
  const nameOf = (index: number): string => {
    const wkt = clouds[index]!.head.wkt;
    return /^[A-Z_0-9]+\["([^"]*)"/.exec(wkt ?? '')?.[1] ?? 'none';
  };
  throw new OperationRefusal(
    `The clouds have different coordinate reference systems: ${files[0]!.name} has ${nameOf(0)}, ${files[different + 1]!.name} has ${nameOf(different + 1)}. Export them into one first.`,
  );
}

/** What the header says of all clouds: of what differs between them nothing. */
function headOf(clouds: readonly Cloud[]): Cloud['head'] {
  const [{ head }] = clouds as readonly [Cloud, ...Cloud[]];
  const isSame = (pick: (of: Cloud['head']) => unknown): boolean =>
    clouds.every((cloud) => pick(cloud.head) === pick(head));
  return {
    ...head,
    sourceId: isSame(({ sourceId }) => sourceId) ? head.sourceId : 0,
    projectId: isSame(({ projectId }) => Buffer.from(projectId).toString('hex')) ? head.projectId : new Uint8Array(16),
    system: isSame(({ system }) => system) ? head.system : 'MERGE',
  };
}
