import { createElement, lazy } from 'react';
import { pictureTileTemplate } from '../../api/addresses.ts';
import { isRecord, textOf } from '../../format/value.ts';
import { COORDINATE_SYSTEM, DIMENSIONS } from '../common-rows.ts';
import { artifactAddresses } from '../kind-outputs.ts';
import type { KindDetails } from '../kind.ts';
import { rasterBackdrop } from './raster-style.ts';
import { zonesOfLook } from './zones-of-look.ts';
import { i18n } from '../../languages/i18n.ts';

const RasterNumbers = lazy(async () => ({ default: (await import('./raster-numbers.tsx')).RasterNumbers }));

export const rasterDetails: KindDetails = {
  facts: [
    DIMENSIONS,
    { group: i18n.t('Picture'), name: i18n.t('Bands'), text: (of) => bandsText(of.value('bands')) },
    { group: i18n.t('Picture'), name: i18n.t('No-data value'), text: (of) => nodataText(of.value('nodata')) },
    COORDINATE_SYSTEM,
  ],
  hidden: ['geotransform'],
  analysis: (entry, datasetRef) =>
    (entry.buildStatus ?? null) === null ? createElement(RasterNumbers, { datasetRef, entry }) : null,
  given: (toolId, look) => (toolId === 'raster-zones' ? zonesOfLook(look) : {}),
  addresses: (file) => [
    { name: i18n.t('Map tiles (XYZ)'), address: pictureTileTemplate(file.datasetRef, file.path) },
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
  const names =
    meanings.length === 0
      ? i18n.t('{count, plural, one {# band} other {# bands}}', { count: bands.length })
      : meanings.join(', ');
  return types.length === 0 ? names : `${names} (${types.join(', ')})`;
}

const NONE = i18n.t('none');

/** The value of empty pixels. One value if all bands have the same. */
function nodataText(values: unknown): string | null {
  const texts = (Array.isArray(values) ? values : [values]).map((it) => textOf(it) || NONE);
  const different = [...new Set(texts)];
  return different.length === 1 && different[0] === NONE
    ? null
    : (different.length === 1 ? different : texts).join(', ');
}
