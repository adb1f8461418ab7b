import { NativeSelect, NumberInput, Slider, Text } from '@mantine/core';
import { useId } from 'react';
import type { SceneLayer, StylePanelProps } from '../../scene/core/scene-layer.ts';
import {
  formatSplatStyle,
  FEWEST,
  liftOf,
  MAX_SCALE,
  MIN_OPACITY,
  MIN_SCALE,
  MOST,
  mostOf,
  parseSplatStyle,
  scaleOf,
  type SplatStyle,
  UP_AXES,
  type UpAxis,
} from './look/splat-style.ts';
import type { SplatLayer } from './splat-layer.ts';
import { ViewsPanel } from './views/views-panel.tsx';

const isSplats = (layer: SceneLayer): layer is SplatLayer => 'degree' in layer;

const UP_NAMES: Readonly<Record<UpAxis, string>> = { z: 'Z', y: 'Y', '-y': 'Y, downwards in the file' };

/** How splats are drawn, how large they are and how high they stand. */
export function SplatStylePanel({ layer, frame, camera, style: text, onStyle }: StylePanelProps) {
  const opacityLabel = useId();
  if (!isSplats(layer)) return null;
  const style = parseSplatStyle(text);
  const change = (patch: Partial<SplatStyle>): void => onStyle(formatSplatStyle({ ...style, ...patch }));
  const warning = layer.warning();
  const degree = layer.degree() ?? 0;
  const unit = (frame?.crs ?? null) === null ? 'file' : 'coordinate system';
  return (
    <>
      {warning !== null && (
        <Text size="sm" role="note">
          {warning}
        </Text>
      )}
      <div>
        <Text size="sm" id={opacityLabel}>
          Opacity
        </Text>
        <Slider
          value={style.opacity}
          min={MIN_OPACITY}
          max={100}
          step={5}
          label={(value) => `${value} %`}
          thumbProps={{ 'aria-labelledby': opacityLabel }}
          onChange={(opacity) => change({ opacity })}
        />
      </div>
      {degree > 0 && (
        <NativeSelect
          label="Spherical harmonics"
          description="Colours that change with the direction they are seen from."
          value={String(Math.min(style.degree, degree))}
          data={Array.from({ length: degree + 1 }, (_, value) => ({
            value: String(value),
            label: value === 0 ? 'None' : `To degree ${value}`,
          }))}
          onChange={({ currentTarget: { value } }) => change({ degree: Number(value) === degree ? 3 : Number(value) })}
        />
      )}
      <NativeSelect
        label="Up axis"
        value={style.up}
        data={UP_AXES.map((value) => ({ value, label: UP_NAMES[value] }))}
        onChange={({ currentTarget: { value } }) => change({ up: value as UpAxis })}
      />
      <NumberInput
        label="Raise by"
        description={`Up or down in this scene alone, in units of the ${unit}. The file stays as it is.`}
        value={style.lift}
        decimalScale={3}
        step={1}
        onChange={(value) => {
          if (typeof value === 'number' && Number.isFinite(value)) change({ lift: liftOf(value) });
        }}
      />
      <NumberInput
        label="Scale"
        description="Size in this scene of a length of 1 in the file."
        value={style.scale}
        min={MIN_SCALE}
        max={MAX_SCALE}
        decimalScale={6}
        step={0.1}
        onChange={(value) => {
          if (typeof value === 'number' && value > 0) change({ scale: scaleOf(value) });
        }}
      />
      <NumberInput
        label="Splats at once"
        description="Fewer are drawn faster. Empty: as many as suit this device."
        value={style.most ?? ''}
        min={FEWEST}
        max={MOST}
        allowDecimal={false}
        step={100_000}
        onChange={(value) => change({ most: typeof value === 'number' && value > 0 ? mostOf(value) : null })}
      />
      <ViewsPanel layer={layer} camera={camera} />
    </>
  );
}
