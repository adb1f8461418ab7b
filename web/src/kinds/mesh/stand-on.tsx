import { Button, Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { shownName } from '../../files/entry-path.ts';
import type { StylePanelProps } from '../../scene/core/scene-layer.ts';
import { heightBelow } from '../../scene/tools/ground-height.ts';
import { liftOf } from './drawn/mesh-style.ts';
import type { ModelLayer } from './nexus-layer.ts';

type StandOnProps = Pick<StylePanelProps, 'others' | 'frame'> & {
  readonly model: ModelLayer;
  readonly lift: number;
  readonly onLift: (lift: number) => void;
};

/** Moves a model so that its lowest place has a height: 0, or that of another file of the scene below its middle. */
export function StandOn({ model, others, frame, lift, onLift }: StandOnProps) {
  const [missed, setMissed] = useState<string | null>(null);
  const lowest = model.lowest();
  const onZero = lowest === null ? null : liftOf(-lowest);
  const standOn = ({ path, layer }: StandOnProps['others'][number]): void => {
    const height = frame === null || model.bounds === null ? null : heightBelow(layer, model.bounds, frame);
    setMissed(height === null ? path : null);
    if (height !== null && lowest !== null) onLift(liftOf(height - lowest));
  };
  return (
    <>
      <Checkbox
        label="Stand on height 0"
        description="Its lowest place gets height 0. It does not follow the terrain."
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
          {`Stand on ${shownName(other.path)}`}
        </Button>
      ))}
      {others.length > 0 && (
        <Text size="sm" role="status">
          {missed !== null && `Nothing of ${shownName(missed)} is shown at the middle of the model.`}
        </Text>
      )}
    </>
  );
}
