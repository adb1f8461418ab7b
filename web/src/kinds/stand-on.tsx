import { Button, Checkbox, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { shownName } from '../files/entry-path.ts';
import type { StylePanelProps } from '../scene/core/scene-kind.ts';
import type { SceneLayer } from '../scene/core/scene-layer.ts';
import { heightBelow } from '../scene/tools/ground-height.ts';
import { liftOf } from './model-placing.ts';
import { i18n } from '../languages/i18n.ts';

type StandOnProps = Pick<StylePanelProps, 'others' | 'frame'> & {
  readonly layer: SceneLayer;
  /** Height of its lowest place in the CRS, not raised; null until it is loaded. */
  readonly lowest: number | null;
  readonly what: 'model' | 'splats';
  readonly lift: number;
  readonly onLift: (lift: number) => void;
};

/** Moves a file of the scene up or down: by a height, or so that its lowest place has height 0 or that of another file below its middle. */
export function StandOn({ layer, lowest, what, others, frame, lift, onLift }: StandOnProps) {
  const [missed, setMissed] = useState<string | null>(null);
  const onZero = lowest === null ? null : liftOf(-lowest);
  const standOn = ({ path, layer: ground }: StandOnProps['others'][number]): void => {
    const height = frame === null || layer.bounds === null ? null : heightBelow(ground, layer.bounds, frame);
    setMissed(height === null ? path : null);
    if (height !== null && lowest !== null) onLift(liftOf(height - lowest));
  };
  return (
    <>
      <NumberInput
        label={i18n.t('Raise by')}
        description={
          (frame?.crs ?? null) === null
            ? i18n.t('Up or down in this scene alone, in units of the file. The file stays as it is.')
            : i18n.t('Up or down in this scene alone, in units of the coordinate system. The file stays as it is.')
        }
        value={lift}
        decimalScale={3}
        step={1}
        onChange={(value) => {
          if (typeof value === 'number' && Number.isFinite(value)) onLift(liftOf(value));
        }}
      />
      <Checkbox
        label={i18n.t('Stand on height 0')}
        description={i18n.t('Its lowest place gets height 0. It does not follow the terrain.')}
        disabled={onZero === null}
        checked={onZero !== null && lift === onZero}
        onChange={(event) => onLift(event.currentTarget.checked ? (onZero ?? 0) : 0)}
      />
      {others.map((other) => (
        <Button
          key={other.path}
          className="al-scene-stand-on"
          variant="default"
          disabled={lowest === null || other.layer.bounds === null}
          onClick={() => standOn(other)}
        >
          {i18n.t('Stand on {path}', { path: shownName(other.path) })}
        </Button>
      ))}
      {others.length > 0 && (
        <Text size="sm" role="status">
          {missed !== null &&
            (what === 'model'
              ? i18n.t('Nothing of {missed} is shown at the middle of the model.', { missed: shownName(missed) })
              : i18n.t('Nothing of {missed} is shown at the middle of the splats.', { missed: shownName(missed) }))}
        </Text>
      )}
    </>
  );
}
