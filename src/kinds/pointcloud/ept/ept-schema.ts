import type { PointLayout } from '../copc-build/point-layout.ts';

interface SchemaField {
  readonly name: string;
  readonly type: 'signed' | 'unsigned' | 'float';
  /** Bytes. */
  readonly size: number;
  readonly scale?: number;
  readonly offset?: number;
}

const field = (name: string, type: SchemaField['type'], size: number): SchemaField => ({ name, type, size });

/** Fields of formats 6 to 8, as PDAL calls them. */
const COMMON: readonly SchemaField[] = [
  field('Intensity', 'unsigned', 2),
  field('ReturnNumber', 'unsigned', 1),
  field('NumberOfReturns', 'unsigned', 1),
  field('ClassFlags', 'unsigned', 1),
  field('ScanChannel', 'unsigned', 1),
  field('ScanDirectionFlag', 'unsigned', 1),
  field('EdgeOfFlightLine', 'unsigned', 1),
  field('Classification', 'unsigned', 1),
  field('UserData', 'unsigned', 1),
  field('ScanAngleRank', 'float', 4),
  field('PointSourceId', 'unsigned', 2),
  field('GpsTime', 'float', 8),
];
const COLOURS = ['Red', 'Green', 'Blue'].map((name) => field(name, 'unsigned', 2));
/** By type of extra bytes, 1 to 10. */
const TYPES = [
  'float',
  'unsigned',
  'signed',
  'unsigned',
  'signed',
  'unsigned',
  'signed',
  'unsigned',
  'signed',
  'float',
  'float',
] as const;

/** The schema of `ept.json`. */
export function eptSchema({ format, extra, scale, offset }: PointLayout): readonly SchemaField[] {
  return [
    ...['X', 'Y', 'Z'].map((name, axis) => ({
      ...field(name, 'signed', 4),
      scale: scale[axis]!,
      offset: offset[axis]!,
    })),
    ...COMMON,
    ...(format >= 7 ? COLOURS : []),
    ...(format === 8 ? [field('Infrared', 'unsigned', 2)] : []),
    ...extra.flatMap(({ name, type, bytes }) => (type === 0 || name === '' ? [] : [field(name, TYPES[type]!, bytes)])),
  ];
}
