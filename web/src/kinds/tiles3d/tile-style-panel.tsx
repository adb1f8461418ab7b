import { Checkbox, NativeSelect, Slider, Text } from '@mantine/core';
import { useId } from 'react';
import type { StylePanelProps } from '../../scene/core/scene-layer.ts';
import {
  formatTileStyle,
  LIGHT_NAMES,
  MIN_OPACITY,
  parseTileStyle,
  TILE_LIGHTS,
  type TileLight,
  type TileStyle,
} from './look/tile-style.ts';
import { i18n } from '../../languages/i18n.ts';

/** How surfaces are drawn. */
export function TileStylePanel({ style: text, onStyle }: StylePanelProps) {
  const opacityLabel = useId();
  const style = parseTileStyle(text);
  const change = (patch: Partial<TileStyle>): void => onStyle(formatTileStyle({ ...style, ...patch }));
  return (
    <>
      <NativeSelect
        label={i18n.t('Lighting')}
        value={style.light}
        data={TILE_LIGHTS.map((value) => ({ value, label: LIGHT_NAMES[value] }))}
        onChange={(event) => change({ light: event.currentTarget.value as TileLight })}
      />
      <Checkbox
        label={i18n.t('Wireframe')}
        checked={style.wireframe}
        onChange={(event) => change({ wireframe: event.currentTarget.checked })}
      />
      <Checkbox
        label={i18n.t('Back faces')}
        checked={style.backFaces}
        onChange={(event) => change({ backFaces: event.currentTarget.checked })}
      />
      <div>
        <Text size="sm" id={opacityLabel}>
          {i18n.t('Opacity')}
        </Text>
        <Slider
          value={style.opacity}
          min={MIN_OPACITY}
          max={100}
          step={10}
          label={(value) => `${value} %`}
          thumbProps={{ 'aria-labelledby': opacityLabel }}
          onChange={(opacity) => change({ opacity })}
        />
      </div>
    </>
  );
}
