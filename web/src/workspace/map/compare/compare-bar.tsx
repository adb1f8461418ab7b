import { ActionIcon, Button, CloseButton, NativeSelect } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { MapLayer } from '../../../kinds/on-map.ts';
import type { Comparison } from './compare-text.ts';

type CompareBarProps = {
  readonly comparison: Comparison;
  /** All layers that can be compared. */
  readonly layers: readonly MapLayer[];
  readonly isPaused: boolean;
  readonly onPause: (isPaused: boolean) => void;
  readonly onComparison: (comparison: Comparison | null) => void;
};

/** Which two layers are compared, and how. */
export function CompareBar({ comparison, layers, isPaused, onPause, onComparison }: CompareBarProps) {
  const { left, right, divider } = comparison;
  const isBlinking = divider === 'blink';
  const options = layers.map(({ key, title }) => ({ value: key, label: title }));
  return (
    <section className="al-compare-bar" aria-label="Compare">
      <NativeSelect
        aria-label={isBlinking ? 'First layer' : 'Left layer'}
        value={left}
        data={options}
        onChange={({ currentTarget: { value } }) =>
          onComparison({ left: value, right: value === right ? left : right, divider })
        }
      />
      <NativeSelect
        aria-label={isBlinking ? 'Second layer' : 'Right layer'}
        value={right}
        data={options}
        onChange={({ currentTarget: { value } }) =>
          onComparison({ left: value === left ? right : left, right: value, divider })
        }
      />
      <Button variant="default" onClick={() => onComparison({ left, right, divider: isBlinking ? 50 : 'blink' })}>
        {isBlinking ? 'Swipe' : 'Blink'}
      </Button>
      {isBlinking && (
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={isPaused ? 'Go on' : 'Pause'}
          onClick={() => onPause(!isPaused)}
        >
          {isPaused ? <IconPlayerPlay size={18} /> : <IconPlayerPause size={18} />}
        </ActionIcon>
      )}
      <CloseButton aria-label="Stop comparing" onClick={() => onComparison(null)} />
    </section>
  );
}
