/**
 * Decodes a JPEG block of a raster (ITU-T T.81, sequential DCT with Huffman codes, 8 bits) to the same pixels as libjpeg does by
 * default: its accurate integer transform, and chroma between two samples weighted 3 to 1. Bytes that are damaged cannot do more
 * than give wrong pixels here: the memory is the module's own.
 */
import { begin, hasReadTooMuch } from './bits';
import { decodeBlock } from './coefficients';
import { putColours, putGrey } from './colours';
import { readHeaders } from './headers';
import { components, frame, Frame, quantizers } from './tables';
import { transform } from './transform';

/** Outcomes of `decode`. */
export const DONE = 0;
export const DAMAGED = 1;
/** A JPEG of another kind: progressive, arithmetic, with restarts, or of unusual sampling. */
export const OTHER_KIND = 2;

/** As many bytes behind an input as one reading of bits may look at, and its planes are aligned to. */
const MARGIN = 64;

/** Where memory is free: behind what the other files have. */
const free: usize = heap.alloc(MARGIN);

let input: usize = 0;
let inputBytes: u32 = 0;
let output: usize = 0;

/** Makes room for a JPEG of so many bytes and pixels. @returns where to put it, or 0 where there is not as much memory */
export function makeRoom(bytes: u32, pixels: u32): usize {
  output = (free + MARGIN - 1) & ~(MARGIN - 1);
  const planes = output + 4 * pixels + MARGIN;
  // Luma and two planes of chroma, all at most as large as the picture, with rows that are read a little beyond their end.
  const end = planes + 3 * (pixels + MARGIN);
  input = end;
  inputBytes = bytes;
  frame.planes = planes;
  const pages = <i32>((<u64>end + bytes + MARGIN + 0xffff) >> 16) - memory.size();
  return pages <= 0 || memory.grow(pages) >= 0 ? input : 0;
}

/** Where the pixels are: one byte each of a grey picture, else red, green, blue and 255. */
export function pixelsAddress(): usize {
  return output;
}

/**
 * @param width of the picture, as `makeRoom` was told; another one is a damage
 * @param channels 1 or 3
 */
export function decode(width: u32, height: u32, channels: u32): u32 {
  memory.fill(input + inputBytes, 0, MARGIN);
  const outcome = readHeaders(input, input + inputBytes);
  if (outcome !== DONE) return outcome;
  if (frame.width !== width || frame.height !== height || frame.channels !== channels) return DAMAGED;
  // Blocks of TIFF are multiples of 16 pixels, so that no unit of samples reaches beyond them.
  if (width % (8 * frame.across) !== 0 || height % (8 * frame.down) !== 0) return OTHER_KIND;
  layPlanes(frame);
  begin(frame.scan, input + inputBytes);
  if (!decodeUnits(frame)) return DAMAGED;
  if (channels === 1) putGrey(output);
  else putColours(output);
  return DONE;
}

function layPlanes(frame: Frame): void {
  let at = frame.planes;
  for (let index: u32 = 0; index < frame.channels; index++) {
    const component = unchecked(components[index]);
    component.width = (frame.width * component.across) / frame.across;
    component.height = (frame.height * component.down) / frame.down;
    component.plane = at;
    component.previous = 0;
    at += component.width * component.height + MARGIN;
  }
}

/** Minimum coded units: all blocks of 8 x 8 samples of each component that lie in one place. */
function decodeUnits(frame: Frame): bool {
  const columns = frame.width / (8 * frame.across);
  const rows = frame.height / (8 * frame.down);
  for (let row: u32 = 0; row < rows; row++) {
    for (let column: u32 = 0; column < columns; column++) {
      for (let index: u32 = 0; index < frame.channels; index++) {
        const component = unchecked(components[index]);
        const quantizer = quantizers + 128 * component.quantizer;
        for (let down: u32 = 0; down < component.down; down++) {
          for (let across: u32 = 0; across < component.across; across++) {
            if (!decodeBlock(component)) return false;
            const x = 8 * (column * component.across + across);
            const y = 8 * (row * component.down + down);
            transform(quantizer, component.plane + y * component.width + x, component.width);
          }
        }
      }
    }
    if (hasReadTooMuch()) return false;
  }
  return true;
}
