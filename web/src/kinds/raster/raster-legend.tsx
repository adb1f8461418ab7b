import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rasterInfoQuery } from '../../api/rasters.ts';
import type { LegendProps } from '../map-kind.ts';
import { CHANNEL_COLOURS, legendOf } from './look/look-legend.ts';
import { Ramp } from './look/ramp.tsx';
import { shownLook } from './look/shown-look.ts';
import { rasterFile } from './raster-file.ts';
import { i18n } from '../../languages/i18n.ts';

/** What the colours of a raster mean; nothing for a picture in the colours of the world. */
export function RasterLegendView({ datasetRef, layer, look }: LegendProps) {
  const info = useQuery(rasterInfoQuery(rasterFile(datasetRef, layer)));
  const legend = info.data === undefined ? null : legendOf(info.data, shownLook(layer, look).look);
  if (legend === null) return null;
  return (
    <figure className="al-legend" aria-label={i18n.t('Legend of {title}', { title: layer.title })}>
      <Text component="figcaption" size="sm" fw={600} className="al-truncate">
        <bdi>{layer.title}</bdi>
      </Text>
      {legend.kind === 'ramp' ? (
        <>
          {legend.name !== '' && <Text size="sm">{legend.name}</Text>}
          <Ramp colours={legend.colours} isStepped={legend.isStepped} />
          {legend.ends !== null && (
            <div className="al-legend-ends al-figures">
              <span>{legend.ends[0]}</span>
              <span>{legend.ends[1]}</span>
            </div>
          )}
        </>
      ) : (
        <ul className="al-plain-list">
          {legend.lines.map(([channel, band], at) => (
            <li key={channel}>
              <span className="al-legend-chip" style={{ background: CHANNEL_COLOURS[at] }} aria-hidden />
              {`${channel}: ${band}`}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
