import type { Entry } from '../../api/answers.ts';
import { isRecord } from '../../format/value.ts';

/** What a raster is to people, by its bands. */
export function groupOf(entry: Entry): 'elevation' | 'multispectral' | 'orthophotos' {
  const all = entry.properties?.['bands'];
  const bands = (Array.isArray(all) ? all : []).filter(isRecord).filter((band) => band['colorInterp'] !== 'Alpha');
  if (bands.length === 1 && bands[0]?.['type'] !== 'Byte') return 'elevation';
  return bands.length > 3 ? 'multispectral' : 'orthophotos';
}
