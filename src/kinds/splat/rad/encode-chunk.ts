import { constants, deflateRawSync } from 'node:zlib';
import { HARMONICS } from '../model/splat-model.ts';
import type { SplatTree } from '../model/splat-tree.ts';
import type { EncodingChoice } from './choose-encoding.ts';
import {
  BANDS,
  CHUNK_MAGIC,
  CHUNK_SPLATS,
  type ChunkHead,
  COMPONENTS,
  type Encoding,
  headBytes,
  type StoredProperty,
  upToUnit,
} from './rad-format.ts';
import {
  bytePlanes,
  deltaPlanes,
  halfPlanes,
  logHalfPlanes,
  logPlanes,
  type Range,
  signedPlanes,
  signedSteps,
  type Span,
  turnBytes,
} from './quantize.ts';
import { storedOpacity } from './stored-opacity.ts';

/** Level of other writers. Level 9 saves nothing here, and takes up to three times as long for centres. */
const LEVEL = 6;
/**
 * Bytes of quantized values repeat only by chance, except in runs of one value. A search for other repetitions takes three times as
 * long, and makes harmonics 3 % larger.
 */
const RUNS_ONLY: readonly Encoding[] = ['r8_delta', 's8', 'ln_0r8'];
/** Size of the pieces of compressed bytes: few for the largest property, and little memory for small ones. */
const PIECE_BYTES = 2 ** 18;
/** Bytes per splat of the largest property, the third band of harmonics. */
const MOST_PLANES = COMPONENTS.sh3;

/** Creates an encoder of chunks, which reuses its memory. */
export function createChunkEncoder(
  { splats, childCounts, childStarts }: SplatTree,
  { splatEncoding, rgb, scales }: EncodingChoice,
): (span: Span) => Uint8Array<ArrayBuffer> {
  const planes = new Uint8Array(MOST_PLANES * CHUNK_SPLATS);
  const opacities = new Float32Array(CHUNK_SPLATS);
  const each = HARMONICS[splats.shDegree];
  const bands = BANDS.slice(0, splats.shDegree).map(({ name, first }) => {
    const max = splatEncoding[`${name}Max`];
    return { name, max, band: { each, first, numbers: COMPONENTS[name], steps: signedSteps(max) } };
  });

  return (span) => {
    const { base, count } = span;
    const properties: StoredProperty[] = [];
    const parts: Uint8Array[] = [];
    let offset = 0;
    const add = (
      property: StoredProperty['property'],
      encoding: Encoding,
      bytes: Uint8Array,
      range?: Partial<Range>,
    ): void => {
      const strategy = RUNS_ONLY.includes(encoding) ? constants.Z_RLE : constants.Z_DEFAULT_STRATEGY;
      const packed = deflateRawSync(bytes, { level: LEVEL, strategy, chunkSize: PIECE_BYTES });
      properties.push({ offset, bytes: packed.length, property, encoding, compression: 'gz', ...range });
      parts.push(packed);
      offset += upToUnit(packed.length);
    };
    const written = (bytes: number): Uint8Array => planes.subarray(0, bytes);

    add('center', 'f32_lebytes', written(bytePlanes(splats.centres, 3, span, planes)));
    for (let at = 0; at < count; at += 1) opacities[at] = storedOpacity(splats.opacities[base + at]!);
    add('alpha', 'f16', written(halfPlanes(opacities, 1, { base: 0, count }, planes)));
    const colours = { min: splatEncoding.rgbMin, max: splatEncoding.rgbMax };
    if (rgb === 'f16') add('rgb', rgb, written(halfPlanes(splats.colours, 3, span, planes)));
    else add('rgb', rgb, written(deltaPlanes(splats.colours, 3, span, colours, planes)), colours);
    const logs = { min: splatEncoding.lnScaleMin, max: splatEncoding.lnScaleMax };
    if (scales === 'ln_f16') add('scales', scales, written(logHalfPlanes(splats.scales, 3, span, planes)));
    else add('scales', scales, written(logPlanes(splats.scales, 3, span, logs, planes)), logs);
    add('orientation', 'oct88r8', written(turnBytes(splats.rotations, span, planes)));
    for (const { name, max, band } of bands)
      add(name, 's8', written(signedPlanes(splats.harmonics, band, span, planes)), { max });
    add('child_count', 'u16', bytesOf(childCounts.subarray(base, base + count)));
    add('child_start', 'u32', bytesOf(childStarts.subarray(base, base + count)));

    const head: ChunkHead = {
      version: 1,
      base,
      count,
      payloadBytes: offset,
      maxSh: splats.shDegree,
      lodTree: true,
      splatEncoding,
      properties,
    };
    return joined(head, parts);
  };
}

const bytesOf = (values: Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** Joins the head, the length of the payload and the properties, each aligned to 8 bytes. */
function joined(head: ChunkHead, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const start = headBytes(CHUNK_MAGIC, JSON.stringify(head));
  const payload = start.length + 8;
  const bytes = new Uint8Array(payload + head.payloadBytes);
  bytes.set(start);
  new DataView(bytes.buffer).setBigUint64(start.length, BigInt(head.payloadBytes), true);
  for (const [index, part] of parts.entries()) bytes.set(part, payload + head.properties[index]!.offset);
  return bytes;
}
