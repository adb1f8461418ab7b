import { Alert, NativeSelect, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rasterInfoQuery, type RasterInfo } from '../../../api/rasters.ts';
import { Problem } from '../../../parts/problem.tsx';
import type { LookProps } from '../../map-kind.ts';
import { rasterFile } from '../raster-file.ts';
import { BandChoice } from './band-choice.tsx';
import { ColourChoice } from './colour-choice.tsx';
import { formatLook, type RasterLook } from './look-text.ts';
import { LookUse } from './look-use.tsx';
import { presetOf, presetsOf } from './presets.ts';
import { hasLook, shownLook } from './shown-look.ts';
import { StretchPanel } from './stretch-panel.tsx';
import { i18n } from '../../../languages/i18n.ts';

/** How a raster is drawn: a style, its bands and colours, and the values at their ends. */
export function LookPanel(props: LookProps) {
  const { datasetRef, layer } = props;
  const info = useQuery(rasterInfoQuery(rasterFile(datasetRef, layer)));
  if (info.isPending) return <Skeleton height={160} />;
  if (info.error !== null)
    return (
      <Problem title={i18n.t('The styles could not be read')} error={info.error} onRetry={() => void info.refetch()} />
    );
  return <LoadedPanel {...props} info={info.data} />;
}

function LoadedPanel({
  info,
  datasetRef,
  layer,
  look: text,
  onLook,
  mayWrite,
}: LookProps & { readonly info: RasterInfo }) {
  const { look, isKnown } = shownLook(layer, text);
  const isPossible = hasLook(info, look);
  const presets = presetsOf(info);
  const usual = formatLook(shownLook(layer, '').look);
  const choose = (next: RasterLook): void => {
    const chosen = formatLook(next);
    onLook(chosen === usual ? '' : chosen);
  };
  const preset = presetOf(presets, look);
  const file = rasterFile(datasetRef, layer);
  return (
    <Stack gap="lg">
      {!isKnown && <Alert color="yellow">{i18n.t('This style is not known; showing the usual one')}</Alert>}
      {!isPossible && <Alert color="yellow">{i18n.t('This raster has no such style. Choose another one.')}</Alert>}
      <NativeSelect
        label={i18n.t('Style')}
        value={presets.some(({ id }) => id === preset) ? preset : ''}
        data={[
          ...(presets.some(({ id }) => id === preset) ? [] : [{ value: '', label: i18n.t('Unknown'), disabled: true }]),
          ...presets.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        onChange={({ currentTarget }) => {
          const chosen = presets.find(({ id }) => id === currentTarget.value);
          if (chosen !== undefined) choose(chosen.look);
        }}
      />
      {isPossible && (
        <>
          <BandChoice info={info} look={look} onLook={choose} />
          {'colours' in look && (
            <ColourChoice
              maps={info.colormaps}
              chosen={look.colours}
              onChoose={(colours) => choose({ ...look, colours })}
            />
          )}
          {look.kind !== 'hillshade' && <StretchPanel file={file} info={info} look={look} onLook={choose} />}
          <LookUse file={file} look={look} usual={usual} mayWrite={mayWrite} onSaved={() => onLook('')} />
        </>
      )}
    </Stack>
  );
}
