import { fieldText } from '../../../geodata/plain-text.ts';

const COMMON = [
  'X',
  'Y',
  'Z',
  'Intensity',
  'ReturnNumber',
  'NumberOfReturns',
  'ScanDirectionFlag',
  'EdgeOfFlightLine',
  'Classification',
  'ScanAngleRank',
  'UserData',
  'PointSourceId',
];
const TIME = ['GpsTime'];
const COLOUR = ['Red', 'Green', 'Blue'];
const WAVE = ['WavePacketDescriptorIndex', 'WaveformDataOffset', 'WaveformPacketSize', 'ReturnPointWaveformLocation'];
const NEW = [...COMMON, ...TIME, 'ScanChannel', 'ClassFlags'];

/** What a point of each format, 0 to 10, is told of. */
const FORMAT_DIMENSIONS: readonly (readonly string[])[] = [
  COMMON,
  [...COMMON, ...TIME],
  [...COMMON, ...COLOUR],
  [...COMMON, ...TIME, ...COLOUR],
  [...COMMON, ...TIME, ...WAVE],
  [...COMMON, ...TIME, ...COLOUR, ...WAVE],
  NEW,
  [...NEW, ...COLOUR],
  [...NEW, ...COLOUR, 'Infrared'],
  [...NEW, ...WAVE],
  [...NEW, ...COLOUR, 'Infrared', ...WAVE],
];

/** Bytes of the description of one extra dimension, its place of the type and of the name. */
const DESCRIPTION = 192;
const TYPE_AT = 2;
const NAME_AT = 4;
const NAME_BYTES = 32;

/** Names of the dimensions of a format, with those that the extra bytes of every point are described to be. */
export function dimensionsOf(format: number, extraBytes: Buffer | null): readonly string[] {
  const named = extraBytes === null ? [] : extraNames(extraBytes);
  return [...(FORMAT_DIMENSIONS[format] ?? []), ...named];
}

function extraNames(descriptions: Buffer): readonly string[] {
  return Array.from({ length: Math.floor(descriptions.length / DESCRIPTION) }, (_, index) => {
    const one = descriptions.subarray(index * DESCRIPTION, (index + 1) * DESCRIPTION);
    // Type 0 is bytes that nobody describes.
    return one.readUInt8(TYPE_AT) === 0 ? '' : fieldText(one.subarray(NAME_AT, NAME_AT + NAME_BYTES));
  }).filter((name) => name !== '');
}
