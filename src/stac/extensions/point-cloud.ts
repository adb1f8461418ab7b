import { NOT_EXTENDED, type Extended } from '../stac-document.ts';

const SCHEMA = 'https://stac-extensions.github.io/pointcloud/v2.0.0/schema.json';

/** Dimensions of the LAS format that are no 8-byte floating number: their bytes and kind. */
const DIMENSIONS: Readonly<Record<string, readonly [size: number, type: 'floating' | 'signed' | 'unsigned']>> = {
  intensity: [2, 'unsigned'],
  returnnumber: [1, 'unsigned'],
  numberofreturns: [1, 'unsigned'],
  scandirectionflag: [1, 'unsigned'],
  edgeofflightline: [1, 'unsigned'],
  classification: [1, 'unsigned'],
  synthetic: [1, 'unsigned'],
  keypoint: [1, 'unsigned'],
  withheld: [1, 'unsigned'],
  overlap: [1, 'unsigned'],
  scanchannel: [1, 'unsigned'],
  scananglerank: [4, 'floating'],
  scanangle: [4, 'floating'],
  userdata: [1, 'unsigned'],
  pointsourceid: [2, 'unsigned'],
  red: [2, 'unsigned'],
  green: [2, 'unsigned'],
  blue: [2, 'unsigned'],
  infrared: [2, 'unsigned'],
};

/**
 * What a point cloud holds.
 *
 * @param properties of the entry, as inspection wrote them, and as its build found them where it is built
 */
export function pointCloudOf(properties: Readonly<Record<string, unknown>>): Extended {
  const { pointCount, dimensions, density, statistics } = properties;
  const names = Array.isArray(dimensions) ? dimensions.filter((name) => typeof name === 'string' && name !== '') : [];
  if (!Number.isInteger(pointCount) || names.length === 0) return NOT_EXTENDED;
  return {
    schemas: [SCHEMA],
    fields: {
      'pc:count': pointCount,
      // Files do not tell whether a laser, photographs or a sonar made them.
      'pc:type': 'other',
      'pc:schemas': (names as readonly string[]).map((name) => {
        const [size, type] = DIMENSIONS[name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')] ?? [8, 'floating'];
        return { name, size, type };
      }),
      ...(typeof density === 'number' ? { 'pc:density': density } : {}),
      ...(Array.isArray(statistics) && statistics.length > 0 ? { 'pc:statistics': statistics.map(statisticOf) } : {}),
    },
  };
}

interface Statistic {
  readonly name: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly mean: number;
}

const statisticOf = ({ name, minimum, maximum, mean }: Statistic, position: number) => ({
  name,
  position,
  minimum,
  maximum,
  average: mean,
});
