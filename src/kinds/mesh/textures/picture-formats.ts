import { open } from 'node:fs/promises';
import type { TextureSource } from '../model/triangle-model.ts';

/** First bytes of formats of pictures that libvips does not decode here. */
const BEGINNINGS = [
  ['BMP', 'BM'],
  ['DDS', 'DDS '],
  ['KTX2', '\xabKTX 20'],
  ['KTX', '\xabKTX 11'],
  ['PSD', '8BPS'],
  ['OpenEXR', 'v/1\x01'],
  ['Radiance HDR', '#?RADIANCE'],
  ['JPEG 2000', '\0\0\0\x0cjP  '],
  ['JPEG XL', '\xff\x0a'],
  ['SVG', '<svg'],
] as const;

/** Name of a format of pictures that libvips does not decode. TGA has no beginning of its own: its name tells it. */
export async function formatOf(source: TextureSource): Promise<string | null> {
  const beginning = 'path' in source ? await beginningOf(source.path) : Buffer.from(source.bytes.subarray(0, 16));
  const text = beginning.toString('latin1');
  const known = BEGINNINGS.find(([, first]) => text.startsWith(first));
  if (known !== undefined) return known[0];
  return 'path' in source && /\.(?:tga|targa)$/i.test(source.name ?? source.path) ? 'TGA' : null;
}

async function beginningOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(16);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
