import { NativeSelect } from '@mantine/core';
import type { RasterInfo } from '../../../api/rasters.ts';
import type { RasterLook } from './look-text.ts';
import { threeBands } from './presets.ts';
import { bandName, valueBands } from './shown-look.ts';
import { usualRange } from './stretch.ts';
import { i18n } from '../../../languages/i18n.ts';

type BandChoiceProps = {
  readonly info: RasterInfo;
  readonly look: RasterLook;
  readonly onLook: (look: RasterLook) => void;
};

/** Which bands are drawn; nothing for a look that has no choice. */
export function BandChoice({ info, look, onLook }: BandChoiceProps) {
  const data = valueBands(info).map((band) => ({ value: String(band.number), label: bandName(band) }));
  if (look.kind === 'band')
    return (
      <NativeSelect
        label={i18n.t('Band')}
        value={String(look.band)}
        data={data}
        onChange={({ currentTarget }) => {
          const band = Number(currentTarget.value);
          onLook({ ...look, band, range: usualRange(info, band) });
        }}
      />
    );
  if (look.kind !== 'bands') return null;
  const [red, green, blue] = look.bands;
  const channels = [
    [i18n.t('Red'), red, (band: number) => [band, green, blue] as const],
    [i18n.t('Green'), green, (band: number) => [red, band, blue] as const],
    [i18n.t('Blue'), blue, (band: number) => [red, green, band] as const],
  ] as const;
  return channels.map(([name, number, bandsWith]) => (
    <NativeSelect
      key={name}
      label={name}
      value={String(number)}
      data={data}
      onChange={({ currentTarget }) => onLook(threeBands(info, bandsWith(Number(currentTarget.value))))}
    />
  ));
}
