import { NativeSelect, Text } from '@mantine/core';
import { UP_AXES, type UpAxis } from '../../../../src/kinds/splat/draw/usual-up.ts';
import type { StylePanelProps } from '../../scene/core/scene-kind.ts';
import type { SceneLayer } from '../../scene/core/scene-layer.ts';
import { OpacitySlider } from '../../scene/style/percent-slider.tsx';
import { StandOn } from '../stand-on.tsx';
import { CalibrationPanel } from './calibration/calibration-panel.tsx';
import { formatSplatStyle, FEWEST, MOST, parseSplatStyle, type SplatStyle } from './look/splat-style.ts';
import { LimitedNumber } from './limited-number.tsx';
import type { SplatLayer } from './splat-layer.ts';
import { ViewsPanel } from './views/views-panel.tsx';
import { i18n } from '../../languages/i18n.ts';

const isSplats = (layer: SceneLayer): layer is SplatLayer => 'degree' in layer;

const UP_NAMES: Readonly<Record<UpAxis, string>> = {
  z: 'Z',
  '-z': i18n.t('Z, downwards in the file'),
  y: 'Y',
  '-y': i18n.t('Y, downwards in the file'),
};

/** How splats are drawn, how large they are and how high they stand. */
export function SplatStylePanel({ layer, others, frame, camera, twoPoints, style: text, onStyle }: StylePanelProps) {
  if (!isSplats(layer)) return null;
  const style = parseSplatStyle(text);
  const change = (patch: Partial<SplatStyle>): void => onStyle(formatSplatStyle({ ...style, ...patch }));
  const warning = layer.warning();
  const degree = layer.degree() ?? 0;
  const usualUp = layer.told()?.up ?? 'z';
  const up = style.up ?? usualUp;
  return (
    <>
      {warning !== null && (
        <Text size="sm" role="note">
          {warning}
        </Text>
      )}
      <OpacitySlider value={style.opacity} onValue={(opacity) => change({ opacity })} />
      {degree > 0 && (
        <NativeSelect
          label={i18n.t('Spherical harmonics')}
          description={i18n.t('Colours that change with the direction they are seen from.')}
          value={String(Math.min(style.degree, degree))}
          data={Array.from({ length: degree + 1 }, (_, value) => ({
            value: String(value),
            label: value === 0 ? i18n.t('None') : i18n.t('To degree {value}', { value }),
          }))}
          onChange={({ currentTarget: { value } }) => change({ degree: Number(value) === degree ? 3 : Number(value) })}
        />
      )}
      <NativeSelect
        label={i18n.t('Up axis')}
        value={up}
        data={UP_AXES.map((value) => ({ value, label: UP_NAMES[value] }))}
        onChange={({ currentTarget: { value } }) => change({ up: value === usualUp ? null : (value as UpAxis) })}
      />
      <StandOn
        layer={layer}
        lowest={layer.lowest()}
        what="splats"
        others={others}
        frame={frame}
        lift={style.lift}
        onLift={(lift) => change({ lift })}
      />
      <CalibrationPanel
        layer={layer}
        frame={frame}
        twoPoints={twoPoints}
        scale={style.scale}
        onScale={(scale) => change({ scale })}
      />
      <LimitedNumber
        label={i18n.t('Splats at once')}
        description={i18n.t('Fewer are drawn faster. Empty: as many as suit this device.')}
        value={style.most ?? ''}
        limits={[FEWEST, MOST]}
        isOptional
        allowDecimal={false}
        step={100_000}
        onValue={(most) => change({ most })}
      />
      <ViewsPanel layer={layer} camera={camera} />
    </>
  );
}
