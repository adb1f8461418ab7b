import { liftOf } from '../../model-placing.ts';
import { i18n } from '../../../languages/i18n.ts';

/** How a model is drawn. */
export type MeshStyle = {
  readonly light: MeshLight;
  readonly isWireframe: boolean;
  /** True if triangles are not drawn that turn their back. */
  readonly hidesBacks: boolean;
  /** Percent. */
  readonly opacity: number;
  /** Height that it is raised by, in units of its CRS. */
  readonly lift: number;
};

/** `auto`: without light for models with pictures, which have light and shadow already. */
export const MESH_LIGHTS = ['auto', 'lit', 'unlit'] as const;
export type MeshLight = (typeof MESH_LIGHTS)[number];

export const LIGHT_NAMES: Readonly<Record<MeshLight, string>> = {
  auto: i18n.t('Automatic'),
  lit: i18n.t('With light'),
  unlit: i18n.t('Without light'),
};

export const MIN_OPACITY = 10;
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
  const number = (pattern: RegExp): number | null => {
    const found = parts.flatMap((part) => pattern.exec(part)?.[1] ?? [])[0];
    return found === undefined ? null : Number(found);
  };
  const [opacity, lift] = [number(/^o(\d{1,3})$/), number(/^h(-?\d{1,6}(?:\.\d{1,4})?)$/)];
  return {
    light: MESH_LIGHTS.find((light) => parts.includes(light)) ?? DEFAULT_MESH_STYLE.light,
    isWireframe: parts.includes('wire'),
    hidesBacks: parts.includes('front'),
    opacity: Math.min(100, Math.max(MIN_OPACITY, opacity ?? DEFAULT_MESH_STYLE.opacity)),
    lift: liftOf(lift ?? DEFAULT_MESH_STYLE.lift),
  };
}
