import { document } from './document/kind.ts';
import { type Kind, kindsOf } from './kind.ts';
import { mesh } from './mesh/kind.ts';
import { photo } from './photo/kind.ts';
import { pointCloud } from './pointcloud/kind.ts';
import { raster } from './raster/kind.ts';
import { splat } from './splat/kind.ts';
import { terrain } from './terrain/kind.ts';
import { tiles3d } from './tiles3d/kind.ts';
import { vector } from './vector/kind.ts';
import { video } from './video/kind.ts';

export { type Kind, type Kinds, kindsOf } from './kind.ts';
export type { ToolServices } from './tool-services.ts';

/** Every kind of data, and the only list of them. The first family that recognizes a file inspects it. */
export const everyKind: readonly Kind[] = [
  raster,
  terrain,
  photo,
  video,
  vector,
  pointCloud,
  splat,
  mesh,
  tiles3d,
  document,
];

export const allKinds = kindsOf(everyKind);
