import { Checkbox, NativeSelect, NumberInput, Slider, Text } from '@mantine/core';
import { useId } from 'react';
import type { SceneLayer, StylePanelProps } from '../../scene/core/scene-layer.ts';
import {
  formatMeshStyle,
  LIGHT_NAMES,
  MESH_LIGHTS,
  type MeshLight,
  type MeshStyle,
  MIN_OPACITY,
  parseMeshStyle,
} from './drawn/mesh-style.ts';
import { liftOf } from '../model-placing.ts';
import { StandOn } from '../stand-on.tsx';
import type { ModelLayer } from './nexus-layer.ts';
import { i18n } from '../../languages/i18n.ts';

const isModel = (layer: SceneLayer): layer is ModelLayer => 'hasPictures' in layer;

/** How a model is lit and drawn, and how high it stands. */
export function MeshStylePanel({ layer, others, frame, style: text, onStyle }: StylePanelProps) {
  const opacityLabel = useId();
  if (!isModel(layer)) return null;
  const style = parseMeshStyle(text);
  const change = (patch: Partial<MeshStyle>): void => onStyle(formatMeshStyle({ ...style, ...patch }));
  const warning = layer.warning();
  return (
    <>
      {warning !== null && (
        <Text size="sm" role="note">
          {warning}
        </Text>
      )}
      <NativeSelect
        label={i18n.t('Lighting')}
        value={style.light}
        data={MESH_LIGHTS.map((value) => ({
          value,
          label: value === 'auto' ? automaticName(layer) : LIGHT_NAMES[value],
        }))}
        onChange={(event) => change({ light: event.currentTarget.value as MeshLight })}
      />
      <Checkbox
        label={i18n.t('Wireframe')}
        checked={style.isWireframe}
        onChange={(event) => change({ isWireframe: event.currentTarget.checked })}
      />
      <Checkbox
        label={i18n.t('Back faces')}
        checked={!style.hidesBacks}
        onChange={(event) => change({ hidesBacks: !event.currentTarget.checked })}
      />
      <div>
        <Text size="sm" id={opacityLabel}>
          {i18n.t('Opacity')}
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
      <NumberInput
        label={i18n.t('Raise by')}
        description={
          (frame?.crs ?? null) === null
            ? i18n.t('Up or down in this scene alone, in units of the file. The file stays as it is.')
            : i18n.t('Up or down in this scene alone, in units of the coordinate system. The file stays as it is.')
        }
        value={style.lift}
        decimalScale={3}
        step={1}
        onChange={(value) => {
          if (typeof value === 'number' && Number.isFinite(value)) change({ lift: liftOf(value) });
        }}
      />
      <StandOn
        layer={layer}
        lowest={layer.lowest()}
        what="model"
        others={others}
        frame={frame}
        lift={style.lift}
        onLift={(lift) => change({ lift })}
      />
    </>
  );
}

const automaticName = (model: ModelLayer): string =>
  model.hasPictures() ? i18n.t('Automatic: without light') : i18n.t('Automatic: with light');
