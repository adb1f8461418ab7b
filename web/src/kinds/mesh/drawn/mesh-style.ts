import { lightIn, type SurfaceLight } from '../../../scene/style/surface-light.ts';
import { numberIn, opacityIn } from '../../../scene/style/style-text.ts';
import { liftOf } from '../../model-placing.ts';

/** How a model is drawn. */
export type MeshStyle = {
  readonly light: SurfaceLight;
  readonly isWireframe: boolean;
  /** True if triangles are not drawn that turn their back. */
  readonly hidesBacks: boolean;
  /** Percent. */
  readonly opacity: number;
  /** Height that it is raised by, in units of its CRS. */
  readonly lift: number;
};

export const DEFAULT_MESH_STYLE: MeshStyle = {
  light: 'auto',
  isWireframe: false,
  hidesBacks: false,
  opacity: 100,
  lift: 0,
};

/** "lit/wire/front/o50/h-12.5": each part that is not the default; '' for none. */
export function formatMeshStyle({ light, isWireframe, hidesBacks, opacity, lift }: MeshStyle): string {
  return [
    light === DEFAULT_MESH_STYLE.light ? '' : light,
    isWireframe ? 'wire' : '',
    hidesBacks ? 'front' : '',
    opacity === DEFAULT_MESH_STYLE.opacity ? '' : `o${opacity}`,
    lift === DEFAULT_MESH_STYLE.lift ? '' : `h${lift}`,
  ]
    .filter((part) => part !== '')
    .join('/');
}

/** What the address says; parts that are not known are left out. */
export function parseMeshStyle(text: string): MeshStyle {
  const parts = text.split('/');
  return {
    light: lightIn(text),
    isWireframe: parts.includes('wire'),
    hidesBacks: parts.includes('front'),
    opacity: opacityIn(text),
    lift: liftOf(numberIn(text, /^h(-?\d{1,6}(?:\.\d{1,4})?)$/) ?? DEFAULT_MESH_STYLE.lift),
  };
}
