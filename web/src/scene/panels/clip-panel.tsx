import { Checkbox, RangeSlider, Text } from '@mantine/core';
import { formatAmount } from '../../format/value.ts';
import { formatClip } from '../address/clip-text.ts';
import type { SceneSnapshot } from '../core/scene-snapshot.ts';
import { toCrs } from '../geometry/scene-frame.ts';
import { type Box, mapTriple } from '../geometry/triple.ts';
import { i18n } from '../../languages/i18n.ts';

type ClipPanelProps = {
  readonly snapshot: SceneSnapshot;
  /** In the CRS; null: everything is shown. */
  readonly clip: Box | null;
  /** Takes the box as the address has it. */
  readonly onClip: (clip: string | undefined) => void;
};

const AXES = ['x', 'y', 'z'] as const;
const STEPS = 200;
const DIGITS = 2;

/** The box that alone is shown, by a range of each axis. */
export function ClipPanel({ snapshot: { frame, bounds }, clip, onClip }: ClipPanelProps) {
  if (frame === null || bounds === null) return null;
  const whole: Box = { min: toCrs(frame, bounds.min), max: toCrs(frame, bounds.max) };
  return (
    <>
      <Checkbox
        label={i18n.t('Show only what is in the box')}
        checked={clip !== null}
        onChange={(event) => onClip(event.currentTarget.checked ? formatClip(whole) : undefined)}
      />
      {clip !== null &&
        AXES.map((name, axis) => {
          const [low, high] = [whole.min[axis] ?? 0, whole.max[axis] ?? 1];
          const step = (high - low) / STEPS || 1;
          const text = (value: number): string => formatAmount(value, frame.crs?.isGeographic === true ? 6 : DIGITS);
          return (
            <div key={name}>
              <Text size="sm" className="al-figures">
                {i18n.t('{name} {text} to {text2}', {
                  name,
                  text: text(clip.min[axis] ?? 0),
                  text2: text(clip.max[axis] ?? 0),
                })}
              </Text>
              <RangeSlider
                min={low}
                max={high}
                step={step}
                minRange={step}
                label={null}
                value={[clip.min[axis] ?? low, clip.max[axis] ?? high]}
                thumbFromLabel={i18n.t('Lowest {name}', { name })}
                thumbToLabel={i18n.t('Highest {name}', { name })}
                onChange={([from, to]) =>
                  onClip(
                    formatClip({
                      min: mapTriple(clip.min, (value, one) => (one === axis ? from : value)),
                      max: mapTriple(clip.max, (value, one) => (one === axis ? to : value)),
                    }),
                  )
                }
              />
            </div>
          );
        })}
    </>
  );
}
