import { Slider, Text } from '@mantine/core';
import { useId } from 'react';
import { i18n } from '../../languages/i18n.ts';
import { MIN_OPACITY } from './style-text.ts';

type PercentSliderProps = {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  /** Default: 100 */
  readonly max?: number;
  readonly step: number;
  readonly onValue: (value: number) => void;
};

/** A setting in percent, with its name above it. */
export function PercentSlider({ label, value, min, max = 100, step, onValue }: PercentSliderProps) {
  const id = useId();
  return (
    <div>
      <Text size="sm" id={id}>
        {label}
      </Text>
      <Slider
        value={value}
        min={min}
        max={max}
        step={step}
        label={(percent) => `${percent} %`}
        thumbProps={{ 'aria-labelledby': id }}
        onChange={onValue}
      />
    </div>
  );
}

/** How much of a layer holds back what is behind it. */
export const OpacitySlider = (props: Pick<PercentSliderProps, 'value' | 'onValue'>) => (
  <PercentSlider label={i18n.t('Opacity')} min={MIN_OPACITY} step={5} {...props} />
);
