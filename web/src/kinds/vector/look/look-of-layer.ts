import type { MapLayer } from '../../map-kind.ts';
import { parseLook, USUAL_LOOK, type VectorLook } from './vector-look.ts';

/** What a layer looks like, and whether the address said something else that nobody understands. */
export function lookOfLayer(
  { savedLook = '' }: Pick<MapLayer, 'savedLook'>,
  text: string,
): { readonly look: VectorLook; readonly isUnknown: boolean } {
  const asked = text === '' ? null : parseLook(text);
  return { look: asked ?? parseLook(savedLook) ?? USUAL_LOOK, isUnknown: text !== '' && asked === null };
}
