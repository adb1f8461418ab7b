/** Bytes of the head of a WebP picture that tell its size. */
export const WEBP_HEAD = 30;

/** Reads the width and height of a WebP picture from its first bytes; null for other files. */
export function webpSize(head: Buffer): { readonly width: number; readonly height: number } | null {
  if (head.length < WEBP_HEAD || head.toString('latin1', 0, 4) !== 'RIFF') return null;
  switch (head.toString('latin1', 8, 16)) {
    // Lossless pictures store both sizes less one in 14 bits each.
    case 'WEBPVP8L':
      return { width: (head.readUInt32LE(21) & 0x3fff) + 1, height: ((head.readUInt32LE(21) >>> 14) & 0x3fff) + 1 };
    // Lossy pictures store both sizes in 14 bits each.
    case 'WEBPVP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    // Extended pictures store both sizes less one in 24 bits each.
    case 'WEBPVP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
