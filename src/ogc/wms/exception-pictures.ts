import { mapBytes } from '../../kinds/raster/index.ts';
import { sendBytes } from '../answers.ts';
import type { OgcCall } from '../service.ts';
import { OgcError } from '../ogc-error.ts';
import { readBackground } from './background.ts';
import type { WmsDependencies } from './dependencies.ts';
import { readPictureFormat } from './formats.ts';
import { MAX_SIDE } from './limits.ts';

const ONE_LAYER = { keptLayers: 1, hasNumbers: false };

type Form = 'inimage' | 'blank';
const FORMS = new Map<string, Form>([
  ['inimage', 'inimage'],
  ['application/vnd.ogc.se_inimage', 'inimage'],
  ['blank', 'blank'],
  ['application/vnd.ogc.se_blank', 'blank'],
]);

/**
 * Answers GetMap, with errors as pictures where EXCEPTIONS asks for it: for clients that show nothing else. What asks for no
 * picture that could be drawn, and faults of the service, stay errors.
 */
export async function withExceptionPictures(
  call: OgcCall,
  { vectorMaps, rasterMaps, memory }: Pick<WmsDependencies, 'vectorMaps' | 'rasterMaps' | 'memory'>,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  const form = FORMS.get(call.kvp.text('EXCEPTIONS')?.toLowerCase() ?? '');
  if (form === undefined) return answer();
  try {
    return await answer();
  } catch (error) {
    const wanted = error instanceof OgcError ? wantedPicture(call) : undefined;
    if (!(error instanceof OgcError) || wanted === undefined) throw error;
    const { size, format, background } = wanted;
    const text = form === 'blank' ? '' : `${error.ogcCode}: ${error.message}`;
    const draw = async () => {
      const rgba = await vectorMaps.message(size, text);
      return (await rasterMaps.encode([{ ...size, rgba }], background, format.encoding, call.signal)).bytes;
    };
    const bytes = await memory.draw(mapBytes(size, ONE_LAYER), call, draw);
    return sendBytes(call.reply.header('cache-control', 'no-store').type(format.type), bytes);
  }
}

/** Undefined where the request does not say which picture it wants. */
function wantedPicture({ kvp }: OgcCall) {
  try {
    const side = (name: string): number | undefined => kvp.whole(name, { min: 1, max: MAX_SIDE });
    const [width, height, format] = [side('WIDTH'), side('HEIGHT'), readPictureFormat(kvp)];
    if (width === undefined || height === undefined) return undefined;
    return { size: { width, height }, format, background: readBackground(kvp, format.type) };
  } catch (error) {
    if (error instanceof OgcError) return undefined;
    throw error;
  }
}
