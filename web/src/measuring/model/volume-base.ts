import { isRecord } from '../../format/value.ts';
import { i18n } from '../../languages/i18n.ts';

/** What a volume is measured against. */
export type VolumeBase =
  | { readonly kind: 'lowest' | 'average' | 'plane' }
  /** In metres. */
  | { readonly kind: 'elevation'; readonly elevation: number };

export const BASES: Readonly<Record<VolumeBase['kind'], string>> = {
  plane: i18n.t('Plane fitted to the border'),
  lowest: i18n.t('Lowest point of the border'),
  average: i18n.t('Average height of the border'),
  elevation: i18n.t('A height'),
};

export const USUAL_BASE: VolumeBase = { kind: 'plane' };

/** The base that a file names; the usual one where it names none. */
export function baseOf(value: unknown): VolumeBase {
  if (!isRecord(value)) return USUAL_BASE;
  const { kind, elevation } = value;
  if (kind === 'lowest' || kind === 'average' || kind === 'plane') return { kind };
  if (kind === 'elevation' && typeof elevation === 'number') return { kind, elevation };
  return USUAL_BASE;
}
