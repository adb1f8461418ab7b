import { type ByteWindow, openWindow } from '../../../geodata/tiff/byte-window.ts';
import type { SplatFacts } from './facts.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

const HEADER = 4096;
const SECTION = 1024;
/** Scenes have one section, or a few for levels of detail. */
const MAX_SECTIONS = 4096;
const MAX_DEGREE = 3;
/** Bytes of one splat at least, at each level of compression: position, scale, turn, colour. */
const SPLAT_BYTES = [44, 24, 24];

/** Facts of a .ksplat file by the headers of it and its sections. Throws OperationRefusal when they cannot be true. */
export function ksplatFacts(path: string): SplatFacts {
  const window = openWindow(path);
  try {
    const header = window.bytes(0, HEADER);
    if (header === null) throw new OperationRefusal('The file is cut off within its header.');
    const [major, minor, level] = [header.readUInt8(0), header.readUInt8(1), header.readUInt16LE(20)];
    const [sections, declared] = [header.readUInt32LE(4), header.readUInt32LE(16)];
    const bytes = SPLAT_BYTES[level];
    if (major !== 0 || minor < 1 || bytes === undefined) throw new OperationRefusal('Its header is not one of splats.');
    const shDegree = highestDegree(window, sections);
    const room = Math.floor((window.size - HEADER - sections * SECTION) / bytes);
    return {
      splatCount: Math.min(declared, room),
      shDegree,
      bounds: null,
      version: `${major}.${minor}`,
      problems: declared > room ? [`It declares ${declared} splats, but holds no more than ${room}.`] : [],
    };
  } finally {
    window.close();
  }
}

function highestDegree(window: ByteWindow, sections: number): number {
  const headers = sections < 1 || sections > MAX_SECTIONS ? null : window.bytes(HEADER, sections * SECTION);
  if (headers === null) throw new OperationRefusal('It declares sections that are not in it.');
  const degrees = Array.from({ length: sections }, (_, index) => headers.readUInt16LE(index * SECTION + 40));
  const highest = Math.max(...degrees);
  if (highest > MAX_DEGREE) throw new OperationRefusal(`It declares harmonics of degree ${highest}.`);
  return highest;
}
