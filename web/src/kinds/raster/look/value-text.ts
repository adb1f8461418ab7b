import type { RasterInfo, RasterValue } from '../../../api/rasters.ts';
import { formatRead, rangeOfIndex } from './format-value.ts';
import type { RasterLook } from './look-text.ts';
import { drawnBands } from './shown-look.ts';

/** "NDVI 0.52", "412.31 m", "120 / 80 / 60"; null where nothing is. */
export function valueText(info: RasterInfo, { bands, indices }: RasterValue, look: RasterLook): string | null {
  if (look.kind === 'index') {
    const found = indices.find(({ name }) => name === look.index)?.value ?? null;
    return found === null ? null : `${look.index} ${formatRead(found, undefined, rangeOfIndex(info, look.index))}`;
  }
  const texts = drawnBands(info, look).map((number) => {
    const found = bands.find((band) => band.number === number)?.value ?? null;
    return found === null
      ? null
      : formatRead(
          found,
          info.bands.find((band) => band.number === number),
        );
  });
  return texts.every((text) => text === null) ? null : texts.map((text) => text ?? '–').join(' / ');
}
