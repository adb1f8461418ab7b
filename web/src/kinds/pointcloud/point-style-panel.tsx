import { Checkbox, NativeSelect, Slider, Text } from '@mantine/core';
import { useId } from 'react';
import type { StylePanelProps } from '../../scene/core/scene-kind.ts';
import type { SceneLayer } from '../../scene/core/scene-layer.ts';
import type { CloudLayer } from './copc-layer.ts';
import { cssColour, Legend } from './legend.tsx';
import { areClassed, classColour, className } from './points/point-classes.ts';
import { automaticName, legendsOf } from './points/point-legend.ts';
import {
  COLOUR_NAMES,
  formatStyle,
  MAX_SIZE,
  MIN_SIZE,
  parseStyle,
  POINT_COLOURS,
  type PointColour,
  type PointStyle,
} from './points/point-style.ts';
import { i18n } from '../../languages/i18n.ts';

const isCloud = (layer: SceneLayer): layer is CloudLayer => 'classes' in layer;

/** How points are coloured, how large they are, and which classes are shown. */
export function PointStylePanel({ layer, style: text, onStyle }: StylePanelProps) {
  const clouds = isCloud(layer) ? [layer] : [];
  const sizeLabel = useId();
  const style = parseStyle(text);
  const change = (patch: Partial<PointStyle>): void => onStyle(formatStyle({ ...style, ...patch }));
  const looks = clouds.flatMap((cloud) => cloud.look() ?? []);
  const hasColour = looks.some((look) => look.hasColour);
  const seen = new Set([...clouds.flatMap((cloud) => cloud.classes()), ...style.hidden]);
  const classes = [...seen].toSorted((one, other) => one - other);
  const showClass = (one: number, isShown: boolean): void => {
    const hidden = new Set(style.hidden);
    if (isShown) hidden.delete(one);
    else hidden.add(one);
    change({ hidden });
  };
  return (
    <>
      <NativeSelect
        label={i18n.t('Colour')}
        value={style.colour}
        data={POINT_COLOURS.filter((one) => hasColour || one !== 'rgb' || style.colour === 'rgb').map((value) => ({
          value,
          label: value === 'auto' ? automaticName(looks) : COLOUR_NAMES[value],
        }))}
        onChange={(event) => change({ colour: event.currentTarget.value as PointColour })}
      />
      {legendsOf(style.colour, looks).map((legend) => (
        <Legend key={legend.name} legend={legend} />
      ))}
      <div>
        <Text size="sm" id={sizeLabel}>
          {i18n.t('Point size')}
        </Text>
        <Slider
          value={style.size}
          min={MIN_SIZE}
          max={MAX_SIZE}
          step={1}
          label={(value) => `${value} px`}
          thumbProps={{ 'aria-labelledby': sizeLabel }}
          onChange={(size) => change({ size })}
        />
      </div>
      {areClassed(classes, style.hidden) && (
        <fieldset className="al-scene-classes">
          <legend>{i18n.t('Classes')}</legend>
          {classes.map((one) => (
            <Checkbox
              key={one}
              checked={!style.hidden.has(one)}
              label={
                <>
                  <span className="al-scene-chip" style={{ background: cssColour(classColour(one)) }} />
                  {`${one} ${className(one)}`}
                </>
              }
              onChange={(event) => showClass(one, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
