import { useQuery } from '@tanstack/react-query';
import { rasterInfoQuery, rasterValueQuery } from '../../api/rasters.ts';
import type { ValueProps } from '../map-kind.ts';
import { shownLook } from './look/shown-look.ts';
import { valueText } from './look/value-text.ts';
import { rasterFile } from './raster-file.ts';

/** Values at a place, of what the look is drawn from: an index, or its bands. */
export function RasterValueView({ datasetRef, layer, look, at }: ValueProps) {
  const file = rasterFile(datasetRef, layer);
  const info = useQuery(rasterInfoQuery(file));
  const value = useQuery(rasterValueQuery(file, at));
  if (info.data === undefined || value.data === undefined) return null;
  const text = valueText(info.data, value.data, shownLook(layer, look).look);
  return text === null ? null : <span className="al-status-value">{text}</span>;
}
