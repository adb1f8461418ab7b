import { createByteWriter, type ByteWriter } from '../byte-writer.ts';
import { connect } from '../connectivity.ts';
import { writeHead, writeTriangles } from '../corto-encode.ts';
import { CODEC_GENERIC, TYPE_FLOAT } from '../corto-format.ts';
import type { AttributeHead } from '../decode-attributes.ts';
import { writeBits, writeDifferences, writeWords } from '../encode-values.ts';

/** What our encoder does not write: attributes with other codecs and strategies. */
export interface OtherAttribute {
  readonly head: AttributeHead;
  readonly write: (out: ByteWriter, order: Uint32Array, predictions: Uint32Array) => void;
}

/** A stream of a mesh with positions in whole numbers and other attributes, which are given in alphabetical order. */
export function otherStream(
  places: Int32Array,
  triangles: Uint32Array,
  attributes: readonly OtherAttribute[],
): Uint8Array {
  const groups = [triangles.length / 3];
  const connectivity = connect({ triangles, groups, vertexCount: places.length / 3 });
  const position: OtherAttribute = {
    head: genericHead('position', 3, 3),
    write: (out) => writeDifferences(out, { width: 3, values: places }, connectivity, true),
  };
  const all = [...attributes, position].toSorted((one, other) => (one.head.name < other.head.name ? -1 : 1));
  const out = createByteWriter();
  writeHead(out, all, { positions: new Float32Array(places.length), triangles, groups });
  writeTriangles(out, connectivity);
  for (const { write } of all) write(out, connectivity.order, connectivity.predictions);
  return out.finish();
}

export const genericHead = (name: string, components: number, strategy: number): AttributeHead => ({
  name,
  codec: CODEC_GENERIC,
  step: 1,
  components,
  type: TYPE_FLOAT,
  strategy,
});

/** A mesh of one group whose codes are given; all positions are zero. */
export function codedStream(vertexCount: number, triangleCount: number, codes: readonly number[]): Uint8Array {
  const out = createByteWriter();
  writeHead(out, [{ head: genericHead('position', 3, 3) }], {
    positions: new Float32Array(3 * vertexCount),
    triangles: new Uint32Array(3 * triangleCount),
    groups: [triangleCount],
  });
  writeTriangles(out, {
    mostEdges: 3 * triangleCount,
    codes: Uint8Array.from(codes),
    bits: new Uint32Array(),
    order: new Uint32Array(),
    predictions: new Uint32Array(),
  });
  writeBits(out, new Uint32Array());
  writeWords(out, new Uint8Array(vertexCount));
  return out.finish();
}
