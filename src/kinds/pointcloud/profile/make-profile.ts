import type * as Gdal from 'gdal-async';
import { dirname } from 'node:path';
import { crsOfWkt, metresPerHeight } from '../../../geodata/place/crs.ts';
import { type ProgramVoice, requireFreeSpace } from '../../../engine/for-children.ts';
import { divided, fromDegrees } from '../cloud-input/area.ts';
import { openCloud, withinArea } from '../cloud-input/open-cloud.ts';
import { bytesToWrite } from '../cloud-output/write-cloud.ts';
import { recordBytesOf } from '../copc-build/point-layout.ts';
import { viewOf } from '../cloud-input/view-of.ts';
import { createCorridor, type PlaneMetres } from './corridor.ts';
import { pointsBeside } from './profile-points.ts';
import { writePicture } from './profile-picture.ts';
import { writeTable } from './profile-table.ts';
import type { CloudProfileAnswer, CloudProfileRequest, Positions } from './request.ts';

/** Shares of the time: looking at a file of columns, reading points. */
const [OPENING, READING] = [0.2, 0.8];

export async function makeProfile(request: CloudProfileRequest, voice: ProgramVoice): Promise<CloudProfileAnswer> {
  const whole = await openCloud(request.cloud, (share) => voice.progress(share * OPENING));
  const { wkt } = whole.head;
  const crs = wkt === null ? null : crsOfWkt(wkt);
  const line: Positions = request.lineInCrs ?? divided(request.line!).map(fromDegrees(wkt));
  const corridor = createCorridor(line, request.width, planeMetres(crs, line));
  const cloud = await withinArea(whole, corridor);
  const { layout } = cloud.source;
  const points = await pointsBeside(cloud, corridor, request.classes, (share) =>
    voice.progress(OPENING + share * (READING - OPENING)),
  );
  await requireFreeSpace(dirname(request.table), bytesToWrite('csv', points.count, layout));
  const metres = crs === null ? 1 : metresPerHeight(crs);
  await writeTable(request.table, points, layout, metres);
  voice.progress(0.9);
  await writePicture(request.picture, points, layout, metres, corridor.length, request.colour);
  const recordBytes = recordBytesOf(layout);
  const view = viewOf(points.records);
  let [lowest, highest] = [Infinity, -Infinity];
  for (let point = 0; point < points.count; point += 1) {
    const height = (view.getInt32(point * recordBytes + 8, true) * layout.scale[2] + layout.offset[2]) * metres;
    [lowest, highest] = [Math.min(lowest, height), Math.max(highest, height)];
  }
  return { length: corridor.length, points: points.count, lowest, highest };
}

/** WGS 84: equatorial radius in metres, and its first eccentricity squared. */
const [RADIUS, ECCENTRICITY2] = [6_378_137, 0.006_694_379_990_14] as const;
const DEGREE = Math.PI / 180;

/** Metres of a unit of the plane; of degrees by the radii of curvature at the middle of the line. */
function planeMetres(crs: Gdal.SpatialReference | null, line: Positions): PlaneMetres {
  if (crs === null) return { x: 1, y: 1 };
  if (!crs.isGeographic()) {
    const unit = crs.getLinearUnits().value;
    return { x: unit, y: unit };
  }
  const latitude = (line.reduce((sum, [, y = 0]) => sum + y, 0) / line.length) * DEGREE;
  const part = 1 - ECCENTRICITY2 * Math.sin(latitude) ** 2;
  return {
    x: (RADIUS / Math.sqrt(part)) * Math.cos(latitude) * DEGREE,
    y: ((RADIUS * (1 - ECCENTRICITY2)) / part ** 1.5) * DEGREE,
  };
}
