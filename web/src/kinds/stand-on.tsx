import { Button, Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { shownName } from '../files/entry-path.ts';
import type { SceneLayer, StylePanelProps } from '../scene/core/scene-layer.ts';
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

/** Moves a file of the scene so that its lowest place has a height: 0, or that of another file of the scene below its middle. */
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
