import { placeOf } from './coefficients';
import { components, frame, huffmanAt, makeHuffman, quantizers } from './tables';

const DONE = 0;
const DAMAGED = 1;
const OTHER_KIND = 2;

/** Tables that were met: a bit each, of quantizers first, of Huffman codes from the fifth on. */
let known: u32 = 0;

function u16At(at: usize): u32 {
  return bswap(load<u16>(at));
}

/** Reads all segments up to the coded data (T.81, annex B). */
export function readHeaders(from: usize, end: usize): u32 {
  known = 0;
  frame.channels = 0;
  frame.isRgb = false;
  let at = from + 2;
  while (at + 4 <= end && load<u8>(at) === 0xff) {
    const marker: u32 = load<u8>(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    const body = at + 4;
    const bytes = u16At(at + 2);
    at += 2 + bytes;
    if (bytes < 2 || at > end) return DAMAGED;
    let outcome: u32 = DONE;
    if (marker === 0xdb) outcome = readQuantizers(body, at);
    else if (marker === 0xc4) outcome = readHuffmans(body, at);
    else if (marker === 0xc0 || marker === 0xc1) outcome = readFrame(body, at);
    else if (marker === 0xdd) outcome = bytes === 4 && u16At(body) === 0 ? DONE : OTHER_KIND;
    else if (marker === 0xee) readAdobe(body, at);
    else if (marker === 0xda) {
      frame.scan = at;
      return readScan(body, at);
    } else if (marker < 0xe0) outcome = OTHER_KIND;
    if (outcome !== DONE) return outcome;
  }
  return DAMAGED;
}

function readQuantizers(from: usize, end: usize): u32 {
  for (let at = from; at < end;) {
    const info: u32 = load<u8>(at++);
    const bytes: usize = info >> 4 === 0 ? 1 : 2;
    const number = info & 15;
    if (number > 3 || info >> 4 > 1 || at + 64 * bytes > end) return DAMAGED;
    for (let order = 0; order < 64; order++, at += bytes) {
      const value = bytes === 1 ? <u32>load<u8>(at) : u16At(at);
      store<u16>(quantizers + 128 * number + placeOf(order), <u16>value);
    }
    known |= 1 << number;
  }
  return DONE;
}

function readHuffmans(from: usize, end: usize): u32 {
  for (let at = from; at < end;) {
    if (at + 17 > end) return DAMAGED;
    const info: u32 = load<u8>(at);
    const isAc = info >> 4 === 1;
    const number = info & 15;
    if (info >> 4 > 1) return DAMAGED;
    if (number > 1) return OTHER_KIND;
    let symbols: u32 = 0;
    for (let length: usize = 1; length <= 16; length++) symbols += load<u8>(at + length);
    const first = at + 17;
    if (symbols > 256 || first + symbols > end) return DAMAGED;
    // DC is at most a number of 11 bits: a symbol has nothing above its size.
    for (let index: usize = 0; !isAc && index < symbols; index++) if (load<u8>(first + index) > 15) return DAMAGED;
    if (!makeHuffman(huffmanAt(isAc, number), at + 1, first, symbols)) return DAMAGED;
    known |= 16 << (2 * <u32>isAc + number);
    at = first + symbols;
  }
  return DONE;
}

function readFrame(from: usize, end: usize): u32 {
  if (from + 6 > end || frame.channels !== 0) return DAMAGED;
  frame.height = u16At(from + 1);
  frame.width = u16At(from + 3);
  const channels: u32 = load<u8>(from + 5);
  if (load<u8>(from) !== 8 || (channels !== 1 && channels !== 3)) return OTHER_KIND;
  if (from + 6 + 3 * channels !== end || frame.width === 0 || frame.height === 0) return DAMAGED;
  frame.channels = channels;
  for (let index: u32 = 0; index < channels; index++) {
    const component = unchecked(components[index]);
    const at = from + 6 + 3 * index;
    component.id = load<u8>(at);
    component.across = load<u8>(at + 1) >> 4;
    component.down = load<u8>(at + 1) & 15;
    component.quantizer = load<u8>(at + 2);
    if (component.quantizer > 3) return DAMAGED;
    // The units of a single component are single blocks, whatever it says.
    if (channels === 1) component.across = component.down = 1;
    else if (index > 0 && (component.across !== 1 || component.down !== 1)) return OTHER_KIND;
  }
  const luma = unchecked(components[0]);
  frame.across = luma.across;
  frame.down = luma.down;
  // Chroma of the same size, half as wide, or half in both directions.
  const isUsual = luma.across === 1 ? luma.down === 1 : luma.across === 2 && (luma.down === 1 || luma.down === 2);
  return isUsual ? DONE : OTHER_KIND;
}

/** "Adobe", version, flags, and how colours are coded: 0 for not at all. */
function readAdobe(from: usize, end: usize): void {
  if (from + 12 <= end && load<u32>(from) === 0x626f6441) frame.isRgb = load<u8>(from + 11) === 0;
}

function readScan(from: usize, end: usize): u32 {
  const channels: u32 = load<u8>(from);
  if (frame.channels === 0 || from + 4 + 2 * channels !== end) return DAMAGED;
  // Components one after another are scans of their own.
  if (channels !== frame.channels) return OTHER_KIND;
  for (let index: u32 = 0; index < channels; index++) {
    const component = unchecked(components[index]);
    const tables: u32 = load<u8>(from + 2 + 2 * index);
    const dc = tables >> 4;
    const ac = tables & 15;
    if (load<u8>(from + 1 + 2 * index) !== component.id || dc > 1 || ac > 1) return DAMAGED;
    const needed = (1 << component.quantizer) | (16 << dc) | (64 << ac);
    if ((known & needed) !== needed) return DAMAGED;
    component.dc = huffmanAt(false, dc);
    component.ac = huffmanAt(true, ac);
  }
  return DONE;
}
