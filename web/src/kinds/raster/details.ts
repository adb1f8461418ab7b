import { pictureTileTemplate } from '../../api/addresses.ts';
import { formatCount } from '../../format/count.ts';
import { isRecord, textOf } from '../../format/value.ts';
import { COORDINATE_SYSTEM, DIMENSIONS } from '../common-rows.ts';
import { artifactAddresses } from '../kind-outputs.ts';
import type { KindDetails } from '../kind.ts';
import { rasterBackdrop } from './raster-style.ts';

export const rasterDetails: KindDetails = {
  facts: [
    DIMENSIONS,
    { group: 'Picture', name: 'Bands', text: (of) => bandsText(of.value('bands')) },
    { group: 'Picture', name: 'No-data value', text: (of) => nodataText(of.value('nodata')) },
    COORDINATE_SYSTEM,
  ],
  hidden: ['geotransform'],
  addresses: (file) => [
    { name: 'Map tiles (XYZ)', address: pictureTileTemplate(file.datasetRef, file.path) },
    ...artifactAddresses('raster', file),
  ],
  backdrop: rasterBackdrop,
};

/** "Red, Green, Blue (Byte)": colours of the bands and their types of numbers. */
function bandsText(bands: unknown): string | null {
  if (!Array.isArray(bands) || bands.length === 0) return null;
  const records = bands.filter(isRecord);
  const meanings = records.map((band) => textOf(band['colorInterp'])).filter((it) => it !== '');
  const types = [...new Set(records.map((band) => textOf(band['type'])))].filter((it) => it !== '');
  const names = meanings.length === 0 ? formatCount(bands.length, 'band') : meanings.join(', ');
  return types.length === 0 ? names : `${names} (${types.join(', ')})`;
}

/** The value of empty pixels. One value if all bands have the same. */
function nodataText(values: unknown): string | null {
  const texts = (Array.isArray(values) ? values : [values]).map((it) => textOf(it) || 'none');
  const different = [...new Set(texts)];
  return different.length === 1 && different[0] === 'none'
    ? null
    : (different.length === 1 ? different : texts).join(', ');
}
