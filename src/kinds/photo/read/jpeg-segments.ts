import { openWindow } from '../../../geodata/tiff/byte-window.ts';

/** Segments looked at: a radiometric photo has some thirty of 64 KB, and those that tell lie among the first. */
const MAX_SEGMENTS = 64;

const APP1 = 0xe1;
const START_OF_SCAN = 0xda;

/** Whether a JPEG carries FLIR's measured temperatures, in segments of its own before the picture. */
export function hasFlirSegment(path: string): boolean {
  const window = openWindow(path);
  try {
    let offset = 2;
    for (let count = 0; count < MAX_SEGMENTS; count += 1) {
      const head = window.bytes(offset, 9);
      if (head === null || head[0] !== 0xff || head[1] === START_OF_SCAN) return false;
      if (head[1] === APP1 && head.toString('latin1', 4) === 'FLIR\0') return true;
      offset += 2 + head.readUInt16BE(2);
    }
    return false;
  } finally {
    window.close();
  }
}
