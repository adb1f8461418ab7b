import type { Box3 } from '../../../geodata/place/box.ts';
import type { CortoMesh } from '../corto/corto-encode.ts';
import { type GlbMaterial, writeGlb } from '../mesh-output/glb.ts';
import type { Material } from '../model/triangle-model.ts';
import type { Packer } from '../textures/pack-pictures.ts';
import type { Cell } from './cells.ts';
import { cutMesh } from './cut-mesh.ts';
import type { Frame } from './frame.ts';
import { pixelMetres, placedMesh } from './tile-mesh.ts';

export type PictureFormat = 'jpeg' | 'webp';

/** Longest side of a picture: what graphics cards of telephones take. */
const MOST_SIDE = 8192;

export interface TileSource {
  readonly cell: Cell;
  /** Nodes of a level that reach into the cell. */
  readonly meshes: readonly CortoMesh[];
  /** Numbers of their pictures. */
  readonly numbers: readonly number[];
  /** Null for a model without pictures. */
  readonly packer: Packer | null;
  readonly frame: Frame;
  /** As `cutMesh` has it. */
  readonly slack: number;
  readonly format: PictureFormat;
}

export interface MadeTile {
  readonly glb: Buffer;
  readonly box: Box3;
  readonly triangles: number;
  /** Metres of a pixel; 0 without a picture. */
  readonly pixel: number;
}

/** @returns null when nothing of the nodes lies in the cell */
export async function makeTile(source: TileSource): Promise<MadeTile | null> {
  const { cell, meshes, numbers, packer, frame, slack, format } = source;
  const cut = cutMesh(meshes, cell, slack);
  const triangles = cut.triangles.length / 3;
  if (triangles === 0) return null;
  const { box, translation, ...placed } = placedMesh(cut, frame);
  if (packer === null || cut.uvs === null) {
    const glb = writeGlb({ meshes: [{ ...placed, material: 0 }], materials: [LIT], translation });
    return { glb, box, triangles, pixel: 0 };
  }
  const packed = await packer.pack({
    triangles: cut.triangles,
    uvs: cut.uvs,
    materialOf: Uint32Array.from(cut.nodeOf, (node) => numbers[node]!),
    materials: packer.pictures.map(() => PICTURED),
    scale: 1,
    mostSide: MOST_SIDE,
    format,
  });
  const picture = { bytes: packed.picture, mediaType: `image/${format}` } as const;
  const uvs = packed.uvs.map((value, at) => (at % 2 === 0 ? value : 1 - value));
  const glb = writeGlb({
    meshes: [{ ...placed, normals: null, uvs, material: 0 }],
    materials: [{ ...LIT, isUnlit: true, picture }],
    translation,
  });
  return { glb, box, triangles, pixel: pixelMetres(placed, packed.uvs, packed) };
}

/** Both sides are drawn: triangles of scanned models often lie the wrong way round. */
const LIT: GlbMaterial = { colour: [255, 255, 255, 255], isUnlit: false, isTwoSided: true };
/** Nodes have their colours in their pictures. */
const PICTURED: Material = { name: '', colour: [255, 255, 255, 255], texture: null };
