import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

/** An E57 file is written in pages, each with four bytes of checksum at its end. */
const CHECKSUM = 4;
const PAGE = 1024;
/** Bytes of the file header: signature, version, length, place and length of the XML section, page size. */
const HEADER = 48;
/** XML of hundreds of scans. */
const MAX_XML = 8 * 2 ** 20;

/** Reversed Castagnoli polynomial (CRC-32C). */
const POLYNOMIAL = 0x82f6_3b78;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** The checksum of one page without its last four bytes, where it stands big-endian. */
export function pageChecksum(bytes: Uint8Array): number {
  let value = 0xffff_ffff;
  for (const byte of bytes) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0);
  return ~value >>> 0;
}

/** The XML section of an E57 file. Throws OperationRefusal when it is cut off, too large, or a checksum is wrong. */
export function readXmlSection(window: ByteWindow): string {
  const header = window.bytes(0, HEADER);
  if (header === null) throw new OperationRefusal('The file is cut off within its header.');
  const [declared, place, length, page] = [16, 24, 32, 40].map((at) => Number(header.readBigUInt64LE(at)));
  if (declared === undefined || place === undefined || length === undefined || page !== PAGE)
    throw new OperationRefusal('Its header is damaged.');
  if (declared > window.size) throw new OperationRefusal('The file is cut off.');
  if (length > window.size) throw new OperationRefusal('The file is cut off: its XML section is not in it.');
  if (length > MAX_XML) {
    const message = `It declares an XML section of ${length} bytes, more than is read.`;
    throw new OperationRefusal(message, 'too-large');
  }
  return takePages(window, place, length, page).toString('utf8');
}

/** `length` bytes of content from the physical offset `place`, without the checksums between them. */
function takePages(window: ByteWindow, place: number, length: number, page: number): Buffer {
  const content = page - CHECKSUM;
  const first = Math.floor(place / page);
  const skip = place % page;
  const pages = Math.ceil((skip + length) / content);
  const bytes = place < HEADER || skip >= content ? null : window.bytes(first * page, pages * page);
  if (bytes === null) throw new OperationRefusal('The file is cut off: its XML section is not in it.');
  const parts = Array.from({ length: pages }, (_, index) => {
    const part = bytes.subarray(index * page, index * page + content);
    if (pageChecksum(part) !== bytes.readUInt32BE(index * page + content))
      throw new OperationRefusal('It is damaged: a checksum of its XML section is wrong.');
    return part;
  });
  return Buffer.concat(parts).subarray(skip, skip + length);
}

/**
 * `length` bytes of content from a place that is counted without checksums, which are held against the pages.
 *
 * @throws OperationRefusal where the file ends before, or is damaged
 */
export function readPages(window: ByteWindow, place: number, length: number): Buffer {
  const content = PAGE - CHECKSUM;
  const [first, skip] = [Math.floor(place / content), place % content];
  const pages = Math.ceil((skip + length) / content);
  const bytes = place < 0 ? null : window.bytes(first * PAGE, pages * PAGE);
  if (bytes === null) throw new OperationRefusal('The file is cut off: points are not in it.');
  const all = Buffer.allocUnsafe(pages * content);
  for (let page = 0; page < pages; page += 1) {
    const part = bytes.subarray(page * PAGE, page * PAGE + content);
    if (pageChecksum(part) !== bytes.readUInt32BE(page * PAGE + content))
      throw new OperationRefusal('It is damaged: a checksum of its points is wrong.');
    part.copy(all, page * content);
  }
  return all.subarray(skip, skip + length);
}
