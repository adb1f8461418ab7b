import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { MAX_DEGREE, type ShDegree } from '../model/splat-model.ts';

const HEADER = 4096;
const SECTION = 1024;
/** Maximum sections. Scenes have one, or a few for levels of detail. */
const MAX_SECTIONS = 4096;
/** Bytes of one splat without harmonics (position, scale, rotation, colour), by level of compression. */
export const SPLAT_BYTES = [44, 24, 24] as const;
/** Default range of harmonics, which is symmetric around 0. */
const USUAL_HARMONIC = 1.5;

export type KsplatLevel = 0 | 1 | 2;

/** Headers of a .ksplat file. They are not checked against the size of the file. */
export interface KsplatHead {
  readonly version: string;
  /** Level of compression: 0 has 32-bit floats, 1 has 16-bit floats and positions, 2 has harmonics in bytes as well. */
  readonly level: KsplatLevel;
  readonly declared: number;
  /** Least and greatest harmonic at level 2. */
  readonly harmonics: readonly [number, number];
  readonly shDegree: ShDegree;
  readonly sections: readonly KsplatSection[];
  /** Offset of the data of the first section in the file. */
  readonly dataOffset: number;
}

/** Section of a file. At levels 1 and 2 its splats lie in blocks of space; a bucket has up to `bucketSize` splats of one block. */
export interface KsplatSection {
  readonly count: number;
  /** Number of splats that the section has room for. */
  readonly capacity: number;
  readonly bucketSize: number;
  readonly bucketCount: number;
  /** Side of a block, in units of the file. */
  readonly blockSize: number;
  readonly bucketBytes: number;
  /** Steps from the middle of a block to its side; 0 stands for the default of the level. */
  readonly steps: number;
  readonly fullBuckets: number;
  readonly partialBuckets: number;
  readonly shDegree: ShDegree;
}

/** Reads the headers. @throws OperationRefusal for values that no sound file has */
export function readKsplatHead(window: ByteWindow): KsplatHead {
  const header = window.bytes(0, HEADER);
  if (header === null) throw new OperationRefusal('The file is cut off within its header.');
  const [major, minor, level] = [header.readUInt8(0), header.readUInt8(1), header.readUInt16LE(20)];
  if (major !== 0 || minor < 1 || SPLAT_BYTES[level] === undefined)
    throw new OperationRefusal('Its header is not one of splats.');
  const sectionCount = header.readUInt32LE(4);
  const headers = sectionCount < 1 || sectionCount > MAX_SECTIONS ? null : window.bytes(HEADER, sectionCount * SECTION);
  if (headers === null) throw new OperationRefusal('It declares sections that are not in it.');
  const sections = Array.from({ length: sectionCount }, (_, index) => readSection(headers, index * SECTION));
  return {
    version: `${major}.${minor}`,
    level: level as KsplatLevel,
    declared: header.readUInt32LE(16),
    harmonics: [header.readFloatLE(36) || -USUAL_HARMONIC, header.readFloatLE(40) || USUAL_HARMONIC],
    shDegree: Math.max(...sections.map(({ shDegree }) => shDegree)) as ShDegree,
    sections,
    dataOffset: HEADER + sectionCount * SECTION,
  };
}

function readSection(headers: Buffer, at: number): KsplatSection {
  const shDegree = headers.readUInt16LE(at + 40);
  if (shDegree > MAX_DEGREE) throw new OperationRefusal(`It declares harmonics of degree ${shDegree}.`);
  return {
    count: headers.readUInt32LE(at),
    capacity: headers.readUInt32LE(at + 4),
    bucketSize: headers.readUInt32LE(at + 8),
    bucketCount: headers.readUInt32LE(at + 12),
    blockSize: headers.readFloatLE(at + 16),
    bucketBytes: headers.readUInt16LE(at + 20),
    steps: headers.readUInt32LE(at + 24),
    fullBuckets: headers.readUInt32LE(at + 32),
    partialBuckets: headers.readUInt32LE(at + 36),
    shDegree: shDegree as ShDegree,
  };
}
