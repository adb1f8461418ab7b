import { Decoder } from './decoder';
import { Encoder } from './encoder';
import {
  codeAngles,
  codeClasses,
  codeColours,
  codeExtraByte,
  codeFlags,
  codeHeight,
  codeInfrared,
  codeIntensities,
  codePlace,
  codeSources,
  codeTimes,
  codeUserData,
  makeTemplates,
  modelsBytes,
  repeatBytes,
  repeatFlags,
  SCRATCH_BYTES_A_POINT,
  setChunk,
} from './layers';
import { codeTable, tableModelBytes } from './table';

/**
 * Chunks of LAZ 1.4 (compressor 3, formats 6, 7 and 8 with any number of extra bytes). A chunk is the first point as it is, the number of
 * points, the number of bytes of each layer, and the layers. All numbers are little-endian, as linear memory is.
 *
 * The caller asks for room, fills it, and calls; nothing is kept from one chunk to the next.
 */

const encoder = changetype<Encoder>(memory.data(32));
const decoder = changetype<Decoder>(memory.data(32));

const FIRST_COLOUR_FORMAT = 7;
const INFRARED_FORMAT = 8;
const RGB: usize = 30;
const NIR: usize = 36;
const BASE_LAYERS = 9;

/** The most bytes of a point in all layers of a format; a byte more than 15 bits is never needed for a symbol. */
const MOST_BYTES_A_POINT: usize = 112;
const MOST_BYTES_OF_EXTRA_BYTE: usize = 2;
/** What ends a stream, and the bytes before its first range is narrow. */
const MOST_BYTES_OF_LAYER_ENDS: usize = 16;

const tableModelAt = (__heap_base + 15) & ~15;
const modelsAt = (tableModelAt + tableModelBytes() + 15) & ~15;
const recordsAt = (modelsAt + modelsBytes() + 15) & ~15;
let chunkAt: usize = 0;
let scratchAt: usize = 0;
let isReady = false;

/** Address of the records of points. */
export function recordsAddress(): usize {
  return recordsAt;
}

/** Address of the compressed chunk. */
export function chunkAddress(): usize {
  return chunkAt;
}

/**
 * Makes room for so many points of so many bytes, and for a chunk of so many bytes, or of as many as such points may need where that is 0.
 * @returns whether there is as much memory
 */
export function makeRoom(points: u32, recordBytes: u32, chunkBytes: u32): bool {
  const extra: u64 = recordBytes > 30 ? recordBytes - 30 : 0;
  const recordsEnd = <u64>recordsAt + <u64>points * recordBytes;
  const scratch = (recordsEnd + 15) & ~15;
  const chunk = (scratch + <u64>points * SCRATCH_BYTES_A_POINT + 15) & ~15;
  const most: u64 =
    <u64>points * (MOST_BYTES_A_POINT + extra * MOST_BYTES_OF_EXTRA_BYTE) +
    recordBytes +
    (BASE_LAYERS + 2 + extra) * (4 + MOST_BYTES_OF_LAYER_ENDS);
  const end = chunk + (chunkBytes == 0 ? most : <u64>chunkBytes) + 16;
  if (end > u32.MAX_VALUE) return false;
  scratchAt = <usize>scratch;
  chunkAt = <usize>chunk;
  const pages = <i32>((end + 0xffff) >> 16) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) return false;
  if (!isReady) {
    makeTemplates(modelsAt);
    isReady = true;
  }
  return true;
}

function baseBytes(format: i32): i32 {
  return format == INFRARED_FORMAT ? 38 : format == FIRST_COLOUR_FORMAT ? 36 : 30;
}

function layersOf(format: i32, recordBytes: i32): i32 {
  return (
    BASE_LAYERS +
    (format >= FIRST_COLOUR_FORMAT ? 1 : 0) +
    (format == INFRARED_FORMAT ? 1 : 0) +
    recordBytes -
    baseBytes(format)
  );
}

/** Compresses the records. @returns bytes of the chunk */
export function encode(format: i32, recordBytes: i32, count: i32): u32 {
  setChunk(recordsAt, recordBytes, count, scratchAt);
  memory.copy(chunkAt, recordsAt, recordBytes);
  const layers = layersOf(format, recordBytes);
  const sizes = chunkAt + recordBytes + 4;
  store<u32>(sizes - 4, count);
  encoder.at = sizes + 4 * layers;
  for (let layer = 0; layer < layers; layer++) {
    const start = encoder.at;
    if (layer < 2 || layerChanges(layer, format, recordBytes, count)) {
      encoder.start(start);
      codeLayer<Encoder>(encoder, layer, format);
      encoder.finish();
    }
    store<u32>(sizes + 4 * layer, encoder.at - start);
  }
  return <u32>(encoder.at - chunkAt);
}

/** What decode() found. */
const SOUND = 0;
const OTHER_NUMBER_OF_POINTS = 1;
const CUT_OFF = 2;
const DAMAGED = 3;

/**
 * Decompresses a chunk of so many bytes into the records.
 * @param wanted a bit for each layer: place, height, classes, flags, intensities, angles, user data, sources, times, colours, infrared, all
 * extra bytes; what the other layers hold is left as it was
 * @returns 0, or what is wrong with the chunk
 */
export function decode(format: i32, recordBytes: i32, count: i32, bytes: u32, wanted: u32): i32 {
  setChunk(recordsAt, recordBytes, count, scratchAt);
  const layers = layersOf(format, recordBytes);
  const sizes = chunkAt + recordBytes + 4;
  const end = chunkAt + bytes;
  if (sizes + 4 * layers > end) return CUT_OFF;
  if (load<i32>(sizes - 4) != count) return OTHER_NUMBER_OF_POINTS;
  memory.copy(recordsAt, chunkAt, recordBytes);
  let at = sizes + 4 * layers;
  for (let layer = 0; layer < layers; layer++) {
    const size = load<u32>(sizes + 4 * layer);
    if (size > <u32>(end - at)) return CUT_OFF;
    if (((wanted >> bitOf(layer, format)) & 1) == 0) {
      at += size;
      continue;
    }
    if (size == 0 && layer >= 2) repeatLayer(layer, format);
    else {
      decoder.start(at, size);
      if (!codeLayer<Decoder>(decoder, layer, format) || decoder.isShort) return DAMAGED;
    }
    at += size;
  }
  return SOUND;
}

const COLOURS_BIT = 9;
const INFRARED_BIT = 10;
const EXTRA_BYTES_BIT = 11;

/** The bit of a layer, the same in all formats. No layer but the first two is needed by another. */
function bitOf(layer: i32, format: i32): i32 {
  if (layer < BASE_LAYERS) return layer;
  if (layer == BASE_LAYERS && format >= FIRST_COLOUR_FORMAT) return COLOURS_BIT;
  return layer == BASE_LAYERS + 1 && format == INFRARED_FORMAT ? INFRARED_BIT : EXTRA_BYTES_BIT;
}

/** Codes a layer by its place in the chunk. @returns whether its values can be */
function codeLayer<C>(coder: C, layer: i32, format: i32): bool {
  switch (layer) {
    case 0:
      codePlace<C>(coder);
      return true;
    case 1:
      codeHeight<C>(coder);
      return true;
    case 2:
      codeClasses<C>(coder);
      return true;
    case 3:
      codeFlags<C>(coder);
      return true;
    case 4:
      codeIntensities<C>(coder);
      return true;
    case 5:
      codeAngles<C>(coder);
      return true;
    case 6:
      codeUserData<C>(coder);
      return true;
    case 7:
      codeSources<C>(coder);
      return true;
    case 8:
      return codeTimes<C>(coder);
  }
  if (layer == BASE_LAYERS && format >= FIRST_COLOUR_FORMAT) codeColours<C>(coder, RGB);
  else if (layer == BASE_LAYERS + 1 && format == INFRARED_FORMAT) codeInfrared<C>(coder, NIR);
  else codeExtraByte<C>(coder, fieldOf(layer, format));
  return true;
}

/** Where the bytes of a layer stand in a record. */
function fieldOf(layer: i32, format: i32): i32 {
  switch (layer) {
    case 2:
      return 16;
    case 3:
      return 15;
    case 4:
      return 12;
    case 5:
      return 18;
    case 6:
      return 17;
    case 7:
      return 20;
    case 8:
      return 22;
  }
  if (layer == BASE_LAYERS && format >= FIRST_COLOUR_FORMAT) return <i32>RGB;
  if (layer == BASE_LAYERS + 1 && format == INFRARED_FORMAT) return <i32>NIR;
  const special = (format >= FIRST_COLOUR_FORMAT ? 1 : 0) + (format == INFRARED_FORMAT ? 1 : 0);
  return baseBytes(format) + layer - BASE_LAYERS - special;
}

function fieldBytes(layer: i32, format: i32): i32 {
  if (layer == 8) return 8;
  if (layer == 4 || layer == 5 || layer == 7) return 2;
  if (layer == BASE_LAYERS && format >= FIRST_COLOUR_FORMAT) return 6;
  if (layer == BASE_LAYERS + 1 && format == INFRARED_FORMAT) return 2;
  return 1;
}

const FLAGS_LAYER = 3;
/** Bits of the scanner channel, which stands with the flags but belongs to the first layer. */
const CHANNEL_BITS = 0x30;

function repeatLayer(layer: i32, format: i32): void {
  if (layer == FLAGS_LAYER) repeatFlags();
  else repeatBytes(fieldOf(layer, format), fieldBytes(layer, format));
}

/** Whether not all points have what the first one has. */
function layerChanges(layer: i32, format: i32, recordBytes: i32, count: i32): bool {
  const field = fieldOf(layer, format);
  const bytes = fieldBytes(layer, format);
  const mask: u8 = layer == FLAGS_LAYER ? <u8>~CHANNEL_BITS : 0xff;
  const end = recordsAt + <usize>count * recordBytes;
  for (let k = 0; k < bytes; k++) {
    const first = load<u8>(recordsAt + field + k) & mask;
    for (let at = recordsAt + field + k; at < end; at += recordBytes) if ((load<u8>(at) & mask) != first) return true;
  }
  return false;
}

/**
 * Writes the rows of a chunk table (number of points and of bytes, 32 bits each), which stand where records stand.
 * @returns bytes of it
 */
export function encodeTable(rows: i32, withPoints: bool): u32 {
  encoder.start(chunkAt);
  codeTable<Encoder>(encoder, tableModelAt, recordsAt, rows, withPoints);
  encoder.finish();
  return <u32>(encoder.at - chunkAt);
}

/** Reads the rows of a chunk table. @returns whether they were all there */
export function decodeTable(rows: i32, withPoints: bool, bytes: u32): bool {
  decoder.start(chunkAt, bytes);
  codeTable<Decoder>(decoder, tableModelAt, recordsAt, rows, withPoints);
  return !decoder.isShort;
}
