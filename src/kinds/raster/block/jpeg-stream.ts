import { Photometric } from '@cogeotiff/core';
import { RasterError } from '../raster-error.ts';

const START_OF_IMAGE = 0xffd8;
const END_OF_IMAGE = 0xffd9;

/**
 * APP14 "Adobe", version 100, no flags, transform 0: the three components are red, green and blue. Without it every
 * decoder takes three unnamed components for YCbCr.
 */
const ADOBE_RGB = Uint8Array.of(0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0);

/**
 * A stand-alone JPEG file from a block of a TIFF and the tables its image shares among all blocks: the tables' content
 * goes between the block's first marker and the rest. Nothing is decoded.
 *
 * Both are abbreviated streams between SOI and EOI (TIFF Technical Note 2, on JPEGTables).
 *
 * @throws RasterError `invalid` when either is not framed as a JPEG stream
 */
export function joinJpegTables(block: Uint8Array, tables: Uint8Array | null, photometric: number): Uint8Array {
  if (marker(block, 0) !== START_OF_IMAGE) throw new RasterError('invalid', 'A block of the raster is not a JPEG.');
  const colour = photometric === Photometric.Rgb ? ADOBE_RGB : new Uint8Array(0);
  if (tables === null && colour.length === 0) return block;
  if (tables !== null && (marker(tables, 0) !== START_OF_IMAGE || marker(tables, tables.length - 2) !== END_OF_IMAGE)) {
    throw new RasterError('invalid', 'The shared JPEG tables of the raster are damaged.');
  }
  const shared = tables === null ? new Uint8Array(0) : tables.subarray(2, -2);
  const joined = new Uint8Array(block.length + colour.length + shared.length);
  joined.set(block.subarray(0, 2), 0);
  joined.set(colour, 2);
  joined.set(shared, 2 + colour.length);
  joined.set(block.subarray(2), 2 + colour.length + shared.length);
  return joined;
}

/** Width, height and number of components named by a JPEG's frame header. */
export interface JpegFrame {
  readonly width: number;
  readonly height: number;
  readonly components: number;
}

/**
 * Reads the frame header, so that a block that claims another size than the TIFF is refused before it is decoded or
 * handed out.
 * @throws RasterError `invalid` when there is none
 */
export function readJpegFrame(jpeg: Uint8Array): JpegFrame {
  let at = 2;
  while (at + 9 < jpeg.length && jpeg[at] === 0xff) {
    const code = jpeg[at + 1]!;
    // SOF0 to SOF15 without DHT (C4), JPG (C8) and DAC (CC).
    if (code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc) {
      return { height: marker(jpeg, at + 5), width: marker(jpeg, at + 7), components: jpeg[at + 9]! };
    }
    at += code === 0xff ? 1 : 2 + marker(jpeg, at + 2);
  }
  throw new RasterError('invalid', 'A JPEG block of the raster has no frame header.');
}

function marker(bytes: Uint8Array, at: number): number {
  return at >= 0 && at + 1 < bytes.length ? (bytes[at]! << 8) | bytes[at + 1]! : -1;
}
