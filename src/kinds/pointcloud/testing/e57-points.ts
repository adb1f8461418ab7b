import { e57Pages } from './e57-bytes.ts';

/** A field of the points of a scan, with a value for each point. */
export interface E57FieldToWrite {
  readonly name: string;
  readonly type: 'single' | 'double' | { readonly minimum: number; readonly maximum: number; readonly scale?: number };
  /** As stored: whole numbers for scaled fields. */
  readonly values: readonly number[];
}

export interface E57ScanToWrite {
  readonly fields: readonly E57FieldToWrite[];
  /** w, x, y, z of the turn, x, y, z of the shift. */
  readonly pose?: readonly number[];
  /** Declared, where it is to differ. */
  readonly count?: number;
}

const [HEADER, CONTENT, SECTION] = [48, 1020, 32] as const;
const physicalOf = (logical: number): number => logical + 4 * Math.floor(logical / CONTENT);

/** A whole E57 file with the points of some scans, in packets of some points each. */
export function e57WithPoints(scans: readonly E57ScanToWrite[], packetPoints = 100): Buffer {
  const parts: Buffer[] = [];
  let at = HEADER;
  const children = scans.map((scan) => {
    const packets = packetsOf(scan.fields, packetPoints);
    const section = Buffer.alloc(SECTION);
    section.writeUInt8(1, 0);
    section.writeBigUInt64LE(BigInt(SECTION + packets.length), 8);
    section.writeBigUInt64LE(BigInt(physicalOf(at + SECTION)), 16);
    parts.push(section, packets);
    const place = physicalOf(at);
    at += SECTION + packets.length;
    return scanXml(scan, place);
  });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<e57Root type="Structure" xmlns="http://www.astm.org/COMMIT/E57/2010-e57-v1.0">
<formatName type="String"><![CDATA[ASTM E57 3D Imaging Data File]]></formatName><guid type="String"><![CDATA[{a}]]></guid>
<versionMajor type="Integer">1</versionMajor><versionMinor type="Integer">0</versionMinor>
<data3D type="Vector" allowHeterogeneousChildren="1">${children.join('')}</data3D><images2D type="Vector" allowHeterogeneousChildren="1"/></e57Root>`;
  return e57Pages(Buffer.concat(parts), xml);
}

function scanXml({ fields, pose, count = fields[0]!.values.length }: E57ScanToWrite, place: number): string {
  const prototype = fields.map(({ name, type }) => {
    if (typeof type === 'string') return `<${name} type="Float"${type === 'single' ? ' precision="single"' : ''}/>`;
    const range = `minimum="${type.minimum}" maximum="${type.maximum}"`;
    return type.scale === undefined
      ? `<${name} type="Integer" ${range}>${type.minimum}</${name}>`
      : `<${name} type="ScaledInteger" ${range} scale="${type.scale}" offset="0">${type.minimum}</${name}>`;
  });
  const float = (name: string, value: number): string => `<${name} type="Float">${value}</${name}>`;
  const placed =
    pose === undefined
      ? ''
      : `<pose type="Structure"><rotation type="Structure">${['w', 'x', 'y', 'z'].map((name, index) => float(name, pose[index]!)).join('')}</rotation><translation type="Structure">${['x', 'y', 'z'].map((name, index) => float(name, pose[4 + index]!)).join('')}</translation></pose>`;
  return `<vectorChild type="Structure"><guid type="String"><![CDATA[{b}]]></guid>${placed}<points type="CompressedVector" fileOffset="${place}" recordCount="${count}"><prototype type="Structure">${prototype.join('')}</prototype><codecs type="Vector" allowHeterogeneousChildren="1"/></points></vectorChild>`;
}

/** Bits of a field are one stream, which packets cut at bytes. */
function packetsOf(fields: readonly E57FieldToWrite[], packetPoints: number): Buffer {
  const streams = fields.map(streamOf);
  const count = fields[0]!.values.length;
  const packets: Buffer[] = [];
  const given = fields.map(() => 0);
  for (let first = 0; first < count; first += packetPoints) {
    const end = Math.min(count, first + packetPoints);
    const buffers = streams.map(({ bytes, bits }, field) => {
      const to = end === count ? bytes.length : Math.floor((end * bits) / 8);
      const part = bytes.subarray(given[field], to);
      given[field] = to;
      return part;
    });
    const head = Buffer.alloc(6 + 2 * fields.length);
    const length = Math.ceil((head.length + buffers.reduce((sum, { length: own }) => sum + own, 0)) / 4) * 4;
    head.writeUInt8(1, 0);
    head.writeUInt16LE(length - 1, 2);
    head.writeUInt16LE(fields.length, 4);
    buffers.forEach((buffer, field) => head.writeUInt16LE(buffer.length, 6 + 2 * field));
    const packet = Buffer.alloc(length);
    Buffer.concat([head, ...buffers]).copy(packet);
    packets.push(packet);
  }
  return Buffer.concat(packets);
}

function streamOf({ type, values }: E57FieldToWrite): { readonly bytes: Buffer; readonly bits: number } {
  if (typeof type === 'string') {
    const bytes = Buffer.alloc(values.length * (type === 'single' ? 4 : 8));
    values.forEach((value, index) =>
      type === 'single' ? bytes.writeFloatLE(value, 4 * index) : bytes.writeDoubleLE(value, 8 * index),
    );
    return { bytes, bits: type === 'single' ? 32 : 64 };
  }
  const bits = type.minimum === type.maximum ? 0 : (type.maximum - type.minimum).toString(2).length;
  const bytes = Buffer.alloc(Math.ceil((bits * values.length) / 8));
  values.forEach((value, index) => {
    for (let bit = 0; bit < bits; bit += 1) {
      const place = index * bits + bit;
      if (Math.floor((value - type.minimum) / 2 ** bit) % 2 === 1) bytes[place >> 3]! |= 1 << (place & 7);
    }
  });
  return { bytes, bits };
}
