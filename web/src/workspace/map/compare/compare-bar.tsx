import { ActionIcon, Button, CloseButton, NativeSelect } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { MapLayer } from '../../../kinds/on-map.ts';
import type { Comparison } from './compare-text.ts';
import { i18n } from '../../../languages/i18n.ts';

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
    <section className="al-compare-bar" aria-label={i18n.t('Compare')}>
      <NativeSelect
        aria-label={isBlinking ? i18n.t('First layer') : i18n.t('Left layer')}
        value={left}
        data={options}
        onChange={({ currentTarget: { value } }) =>
          onComparison({ left: value, right: value === right ? left : right, divider })
        }
      />
      <NativeSelect
        aria-label={isBlinking ? i18n.t('Second layer') : i18n.t('Right layer')}
        value={right}
        data={options}
        onChange={({ currentTarget: { value } }) =>
          onComparison({ left: value === left ? right : left, right: value, divider })
        }
      />
      <Button variant="default" onClick={() => onComparison({ left, right, divider: isBlinking ? 50 : 'blink' })}>
        {isBlinking ? i18n.t('Swipe') : i18n.t('Blink')}
      </Button>
      {isBlinking && (
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={isPaused ? i18n.t('Go on') : i18n.t('Pause')}
          onClick={() => onPause(!isPaused)}
        >
          {isPaused ? <IconPlayerPlay size={18} /> : <IconPlayerPause size={18} />}
        </ActionIcon>
      )}
      <CloseButton aria-label={i18n.t('Stop comparing')} onClick={() => onComparison(null)} />
    </section>
  );
}
