/** What stands in front of the pixels of a JPEG. */
export interface JpegHeader {
  readonly width: number;
  readonly height: number;
  /** The block behind the `Exif` mark. */
  readonly exif: Buffer | undefined;
  readonly xmp: Buffer | undefined;
  /** Whether it carries the temperatures that a camera of FLIR measured. */
  readonly flir: boolean;
}

const MARK = {
  start: 0xd8,
  tables: 0xdb,
  codes: 0xc4,
  interval: 0xdd,
  scan: 0xda,
  app0: 0xe0,
  app1: 0xe1,
  app15: 0xef,
} as const;
const COMMENT = 0xfe;
/** Frames of pixels coded by Huffman: baseline, extended, progressive. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];
const EXIF_MARK = 'Exif\0\0';
const XMP_MARK = 'http://ns.adobe.com/xap/1.0/\0';
const FLIR_MARK = 'FLIR\0';
/** What the codec takes. */
const MAX_SIDE = 65_500;

/**
 * Reads the header of a JPEG as cameras write it, up to its first scan, from the first bytes of a file. It demands more than
 * decoders do: every segment whole, of a known kind and sound, none twice that counts once.
 *
 * @returns undefined for anything else, which a decoder may still read
 */
export function readPlainJpeg(head: Buffer): JpegHeader | undefined {
  if (head.length < 4 || head[0] !== 0xff || head[1] !== MARK.start) return undefined;
  let frame: Frame | undefined;
  let exif: Buffer | undefined;
  let xmp: Buffer | undefined;
  let flir = false;
  for (let at = 2; at + 4 <= head.length;) {
    const mark = head[at + 1]!;
    const length = head.readUInt16BE(at + 2);
    const content = head.subarray(at + 4, at + 2 + length);
    if (head[at] !== 0xff || length < 2 || content.length !== length - 2) return undefined;
    if (mark === MARK.scan) return frame && isScan(content, frame) ? { ...frame, exif, xmp, flir } : undefined;
    if (FRAMES.includes(mark)) {
      if (frame || !(frame = frameOf(content))) return undefined;
    } else if (mark === MARK.app1) {
      if (startsWith(content, EXIF_MARK)) {
        if (exif) return undefined;
        exif = content.subarray(EXIF_MARK.length);
      } else if (startsWith(content, XMP_MARK)) {
        if (xmp) return undefined;
        xmp = content.subarray(XMP_MARK.length);
      } else if (startsWith(content, 'Exif') || startsWith(content, 'http://ns.adobe.com/xap/')) return undefined;
      else flir ||= startsWith(content, FLIR_MARK);
    } else if (!isHarmless(mark, content)) return undefined;
    at += 2 + length;
  }
  return undefined;
}

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly components: readonly number[];
}

function frameOf(content: Buffer): Frame | undefined {
  const count = content[5] ?? 0;
  if (content[0] !== 8 || ![1, 3, 4].includes(count) || content.length !== 6 + 3 * count) return undefined;
  const [height, width] = [content.readUInt16BE(1), content.readUInt16BE(3)];
  if (Math.min(width, height) === 0 || Math.max(width, height) > MAX_SIDE) return undefined;
  const components = Array.from({ length: count }, (_, index) => content[6 + 3 * index]!);
  const isSound = components.every((_, index) => {
    const [sampling, table] = [content[7 + 3 * index]!, content[8 + 3 * index]!];
    return sampling >> 4 >= 1 && sampling >> 4 <= 4 && (sampling & 15) >= 1 && (sampling & 15) <= 4 && table < 4;
  });
  return isSound && new Set(components).size === count ? { width, height, components } : undefined;
}

function isScan(content: Buffer, { components }: Frame): boolean {
  const count = content[0] ?? 0;
  if (count < 1 || count > 4 || content.length !== 4 + 2 * count) return false;
  const named = Array.from({ length: count }, (_, index) => content[1 + 2 * index]!);
  return new Set(named).size === count && named.every((name) => components.includes(name));
}

/** Whether a segment that tells nothing is one that no decoder minds. */
function isHarmless(mark: number, content: Buffer): boolean {
  if (mark === COMMENT || (mark >= MARK.app0 && mark <= MARK.app15)) return true;
  if (mark === MARK.interval) return content.length === 2;
  if (mark === MARK.tables)
    return areTables(content, (at) => (content[at]! >> 4 > 1 ? undefined : 65 + 64 * (content[at]! >> 4)));
  if (mark !== MARK.codes) return false;
  return areTables(content, (at) => {
    if (content[at]! >> 4 > 1 || at + 17 > content.length) return undefined;
    const codes = content.subarray(at + 1, at + 17).reduce((sum, number) => sum + number, 0);
    return codes > 256 ? undefined : 17 + codes;
  });
}

/** Whether bytes are tables one behind the other, numbered 0 to 3. @param lengthAt bytes of the one that begins there */
function areTables(content: Buffer, lengthAt: (at: number) => number | undefined): boolean {
  let at = 0;
  while (at < content.length) {
    const length = (content[at]! & 15) > 3 ? undefined : lengthAt(at);
    if (length === undefined) return false;
    at += length;
  }
  return at === content.length;
}

const startsWith = (bytes: Buffer, mark: string): boolean => bytes.toString('latin1', 0, mark.length) === mark;
