import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { type Box, boxesIn, contentOf, findBox } from './box.ts';
import { parseIso6709 } from './iso6709.ts';
import type { VideoFacts } from './video-header.ts';

/** Keys of Apple's metadata: some twenty. */
const MAX_KEYS = 256;
const LOCATION_KEY = 'com.apple.quicktime.location.ISO6709';

/** Where the maker of a film says it was recorded: as drones and Android write it, as 3GPP does, as Apple does. */
export function mp4Position(window: ByteWindow, movie: Box): VideoFacts['position'] {
  const userData = findBox(window, movie, 'udta');
  return (
    (userData === null ? null : (textPosition(window, userData) ?? fixedPosition(window, userData))) ??
    applePosition(window, findBox(window, movie, 'meta'))
  );
}

/** `©xyz`: length and language, then `+46.8428-091.9936+198.4/`. */
function textPosition(window: ByteWindow, userData: Box): VideoFacts['position'] {
  const content = contentOf(window, findBox(window, userData, '\xa9xyz'));
  return parseIso6709(content.toString('latin1', 4, 100));
}

/** `loci`: version and language, a name that ends with 0, a role, then longitude, latitude and altitude in 1/65536. */
function fixedPosition(window: ByteWindow, userData: Box): VideoFacts['position'] {
  const content = contentOf(window, findBox(window, userData, 'loci'));
  const end = content.indexOf(0, 6);
  if (end < 0 || content.length < end + 14) return null;
  const [longitude, latitude, altitude] = [0, 4, 8].map((at) => content.readInt32BE(end + 2 + at) / 65_536);
  return [longitude!, latitude!, altitude!];
}

/** `keys` names the values of `ilst`, whose boxes have the number of the key, from 1, as their type. */
function applePosition(window: ByteWindow, metadata: Box | null): VideoFacts['position'] {
  if (metadata === null) return null;
  const keys = findBox(window, metadata, 'keys');
  const values = findBox(window, metadata, 'ilst');
  if (keys === null || values === null) return null;
  let number = 0;
  for (const key of boxesIn(window, keys.start + 8, keys.end)) {
    number += 1;
    if (number > MAX_KEYS) return null;
    if (contentOf(window, key).toString('latin1', 0, 64) !== LOCATION_KEY) continue;
    const type = Buffer.alloc(4);
    type.writeUInt32BE(number);
    const data = findBox(window, values, type.toString('latin1'), 'data');
    return parseIso6709(contentOf(window, data).toString('latin1', 8, 104));
  }
  return null;
}
