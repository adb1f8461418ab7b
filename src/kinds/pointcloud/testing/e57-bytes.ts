const PAGE = 1024;
const CONTENT = PAGE - 4;

/** CRC-32C, bit by bit as it is defined. */
function checksumOf(bytes: Buffer): number {
  let value = 0xffff_ffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0x82f6_3b78 : 0);
  }
  return ~value >>> 0;
}

/** An E57 file around an XML text: one header, then pages with their checksums. */
export const e57Bytes = (xml: string, options: { readonly declaredXml?: number } = {}): Buffer =>
  e57Pages(Buffer.alloc(0), xml, options);

/** @param points what stands between the header and the XML */
export function e57Pages(points: Buffer, xml: string, options: { readonly declaredXml?: number } = {}): Buffer {
  const text = Buffer.from(xml);
  const header = Buffer.alloc(48);
  const start = header.length + points.length;
  const pages = Math.ceil((start + text.length) / CONTENT);
  header.write('ASTM-E57', 'latin1');
  header.writeUInt32LE(1, 8);
  const place = start + (PAGE - CONTENT) * Math.floor(start / CONTENT);
  [pages * PAGE, place, options.declaredXml ?? text.length, PAGE].forEach((value, index) =>
    header.writeBigUInt64LE(BigInt(value), 16 + 8 * index),
  );
  const content = Buffer.concat([header, points, text, Buffer.alloc(pages * CONTENT - start - text.length)]);
  return Buffer.concat(
    Array.from({ length: pages }, (_, index) => {
      const page = content.subarray(index * CONTENT, (index + 1) * CONTENT);
      const checksum = Buffer.alloc(4);
      checksum.writeUInt32BE(checksumOf(page));
      return Buffer.concat([page, checksum]);
    }),
  );
}

export interface E57Scan {
  readonly points: number;
  /** Lowest and highest x, y and z; null for a scan that does not tell. */
  readonly bounds: readonly number[] | null;
  /** Where the scanner stood: w, x, y, z of its turn, x, y, z of its shift. */
  readonly pose?: readonly number[];
}

/** The XML section of a survey of some scans. */
export function e57Xml(scans: readonly E57Scan[], crs = ''): string {
  const children = scans.map(({ points, bounds, pose }) => {
    const box = ['x', 'y', 'z'].flatMap((axis, index) =>
      ['Minimum', 'Maximum'].map((end, side) => element(`${axis}${end}`, 'Float', bounds?.[2 * index + side] ?? '')),
    );
    const number = (at: number): string => String(pose?.[at] ?? 0);
    const turn = ['w', 'x', 'y', 'z'].map((name, index) => element(name, 'Float', number(index)));
    const shift = ['x', 'y', 'z'].map((name, index) => element(name, 'Float', number(4 + index)));
    const fields = ['cartesianX', 'cartesianY', 'cartesianZ', 'intensity', 'cartesianInvalidState'];
    return element('vectorChild', 'Structure', [
      ...(bounds === null ? [] : [element('cartesianBounds', 'Structure', box)]),
      ...(pose === undefined
        ? []
        : [
            element('pose', 'Structure', [
              element('rotation', 'Structure', turn),
              element('translation', 'Structure', shift),
            ]),
          ]),
      `<points type="CompressedVector" fileOffset="48" recordCount="${points}">`,
      element(
        'prototype',
        'Structure',
        fields.map((name) => element(name, 'Float', '')),
      ),
      '</points>',
    ]);
  });
  const metadata = `<coordinateMetadata type="String"><![CDATA[${crs}]]></coordinateMetadata>`;
  const content = [element('guid', 'String', '{a}'), metadata, element('data3D', 'Vector', children)];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!-- a > b -->${element('e57Root', 'Structure', content)}`;
}

const element = (name: string, type: string, content: string | number | readonly string[]): string =>
  content === '' ? `<${name} type="${type}"/>` : `<${name} type="${type}">${[content].flat().join('\n')}</${name}>`;
