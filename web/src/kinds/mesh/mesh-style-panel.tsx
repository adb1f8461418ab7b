import { Checkbox, NativeSelect, NumberInput, Slider, Text } from '@mantine/core';
import type { SceneLayer, StylePanelProps } from '../../scene/core/scene-layer.ts';
import {
  LIGHT_NAMES,
  liftOf,
  MESH_LIGHTS,
  type MeshLight,
  type MeshStyle,
  MIN_OPACITY,
  parseMeshStyle,
  withMeshStyle,
} from './drawn/mesh-style.ts';
import type { ModelLayer } from './nexus-layer.ts';

const isModel = (layer: SceneLayer): layer is ModelLayer => 'hasPictures' in layer;

/** How models are lit and drawn, and how high they stand. */
export function MeshStylePanel({ layers, style: text, onStyle }: StylePanelProps) {
  const models = layers.filter(isModel);
  const style = parseMeshStyle(text);
  const change = (patch: Partial<MeshStyle>): void => onStyle(withMeshStyle(text, { ...style, ...patch }));
  const heights = models.flatMap((model) => model.lowest() ?? []);
  const onZero = heights.length === 0 ? null : liftOf(-Math.min(...heights));
  const warnings = [...new Set(models.flatMap((model) => model.warning() ?? []))];
  return (
    <>
      {warnings.map((warning) => (
        <Text key={warning} size="sm" role="note">
          {warning}
        </Text>
      ))}
      <NativeSelect
        label="Light"
        value={style.light}
        data={MESH_LIGHTS.map((value) => ({
          value,
          label: value === 'auto' ? automaticName(models) : LIGHT_NAMES[value],
        }))}
        onChange={(event) => change({ light: event.currentTarget.value as MeshLight })}
      />
      <Checkbox
        label="Wireframe"
        checked={style.isWireframe}
        onChange={(event) => change({ isWireframe: event.currentTarget.checked })}
      />
      <Checkbox
        label="Hide back faces"
        checked={style.hidesBacks}
        onChange={(event) => change({ hidesBacks: event.currentTarget.checked })}
      />
      <div>
        <Text size="sm" id="mesh-opacity-label">
          Opacity
        </Text>
        <Slider
          value={style.opacity}
          min={MIN_OPACITY}
          max={100}
          step={5}
          label={(value) => `${value} %`}
          thumbProps={{ 'aria-labelledby': 'mesh-opacity-label' }}
          onChange={(opacity) => change({ opacity })}
        />
      </div>
      <NumberInput
        label="Raise by"
        description="In units of the coordinate system"
        value={style.lift}
        decimalScale={3}
        step={1}
        onChange={(value) => {
          if (typeof value === 'number' && Number.isFinite(value)) change({ lift: liftOf(value) });
        }}
      />
      <Checkbox
        label="Stand on height 0"
        disabled={onZero === null}
        checked={onZero !== null && style.lift === onZero}
        onChange={(event) => change({ lift: event.currentTarget.checked ? (onZero ?? 0) : 0 })}
      />
    </>
  );
}

function automaticName(models: readonly ModelLayer[]): string {
  const hasPictures = models.some((model) => model.hasPictures());
  return `Automatic: ${hasPictures ? 'without light' : 'with light'}`;
}
