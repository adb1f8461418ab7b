import type { CopcHeader } from '../copc/copc-reader.ts';
import { type CopcNode, keyText, type NodeKey } from '../copc/copc-layout.ts';
import { extraFieldsVlr } from '../las/extra-fields.ts';
import { HEADER_BYTES, lasHeader, lazVlr, readLasOrigin, vlrBytes, wktVlr } from '../las/las-bytes.ts';
import { createLazCodec, type LazCodec } from '../laz/codec.ts';
import { GRID_CELLS } from '../octree/octree.ts';
import { eptSchema } from './ept-schema.ts';

/**
 * A COPC as an Entwine Point Tile 1.1: the same nodes under other names. A tile is the chunk of a node as it lies in the COPC, with a header
 * in front and the list of its one chunk behind, so nothing is decoded or stored twice.
 */

/** What `ept.json` says. @param epsg number of the horizontal CRS, where it has one */
export function eptJson(header: CopcHeader, epsg: number | null): object {
  const { info, min, max, pointCount, wkt, scale, offset, extra, format } = header;
  const corner = (sign: number): readonly number[] => info.center.map((value) => value + sign * info.halfSize);
  return {
    bounds: [...corner(-1), ...corner(1)],
    boundsConforming: [...min, ...max],
    dataType: 'laszip',
    hierarchyType: 'json',
    points: pointCount,
    schema: eptSchema({ format, extra, scale, offset }),
    span: GRID_CELLS,
    srs: wkt === null ? {} : { wkt, ...(epsg === null ? {} : { authority: 'EPSG', horizontal: String(epsg) }) },
    version: '1.1.0',
  };
}

/** Where a tile comes from: bytes of its own around a range of the COPC. */
export interface EptTile {
  readonly head: Buffer;
  readonly chunk: { readonly offset: number; readonly bytes: number };
  readonly tail: Buffer;
}

/** Started with the first tile: it takes a memory of its own. */
let codec: LazCodec | undefined;

/**
 * A node as a LAZ file. Its bounds are those that the node can have: the points themselves are not looked at. A node without points, which
 * only leads to those below it, is a file without any.
 */
export function eptTile(header: CopcHeader, node: CopcNode): EptTile {
  const { format, recordBytes, scale, offset, wkt, extra, front } = header;
  const records = [
    lazVlr(format, recordBytes, Math.max(1, node.points)),
    ...(wkt === null ? [] : [wktVlr(wkt)]),
    ...(extra.length === 0 ? [] : [extraFieldsVlr(extra)]),
  ];
  const vlrs = Buffer.concat(records.map(vlrBytes));
  const pointOffset = HEADER_BYTES + vlrs.length;
  const { min, max } = boxOf(header, node);
  const start = lasHeader({
    ...readLasOrigin(front),
    format,
    recordBytes,
    scale,
    offset,
    min,
    max,
    pointCount: node.points,
    byReturn: [],
    vlrCount: records.length,
    pointOffset,
    evlrOffset: 0,
    evlrCount: 0,
  });
  const place = Buffer.alloc(8);
  place.writeBigInt64LE(BigInt(pointOffset + 8 + node.bytes));
  const rows = node.points === 0 ? [] : [node];
  codec ??= createLazCodec();
  const table = Buffer.concat([Buffer.alloc(8), codec.encodeTable(rows, false)]);
  table.writeUInt32LE(rows.length, 4);
  return { head: Buffer.concat([start, vlrs, place]), chunk: { offset: node.offset, bytes: node.bytes }, tail: table };
}

type Corner = readonly [number, number, number];

/** The cube of a node, as far as the cloud reaches. */
function boxOf(
  { info, min, max }: CopcHeader,
  { level, x, y, z }: NodeKey,
): { readonly min: Corner; readonly max: Corner } {
  const side = (2 * info.halfSize) / 2 ** level;
  const low = [x, y, z].map((place, axis) => info.center[axis]! - info.halfSize + place * side);
  return {
    min: low.map((value, axis) => Math.max(value, min[axis]!)) as unknown as Corner,
    max: low.map((value, axis) => Math.min(value + side, max[axis]!)) as unknown as Corner,
  };
}

/** Nodes of a hierarchy file: their numbers of points, and -1 for those whose branch has a file of its own, as a COPC has pages. */
export const eptHierarchy = (nodes: readonly CopcNode[]): Readonly<Record<string, number>> =>
  Object.fromEntries(nodes.map((node) => [keyText(node), node.points]));
