import '../../styles/sheet.css';
import { ActionIcon, Text } from '@mantine/core';
import { IconArrowsMaximize, IconArrowsMinimize, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { draggedHeight, nearestStop, type Stop, stopAfterKey, STOPS } from './stops.ts';
import { i18n } from '../../languages/i18n.ts';

type SheetProps = {
  /** What is in it: all that a sheet shows that is down. */
  readonly title: string;
  readonly stop: Stop;
  readonly onStop: (stop: Stop) => void;
  readonly children: ReactNode;
};

const NAMES: Readonly<Record<Stop, string>> = {
  down: i18n.t('Down'),
  half: i18n.t('Half the screen'),
  full: i18n.t('Full height'),
};

/** Pixels that a press may move and still be no drag. */
const STILL = 4;

/** The panels of a phone, from below. It stops in three places: dragged, by its buttons or by keys. */
export function Sheet({ title, stop, onStop, children }: SheetProps) {
  const sheet = useRef<HTMLElement>(null);
  const grip = useRef<{ readonly y: number; readonly height: number } | null>(null);
  /** Pixels while it is dragged. */
  const [dragged, setDragged] = useState<number | null>(null);
  const heightAt = (event: PointerEvent): number | null => {
    const from = grip.current;
    if (from === null) return null;
    return draggedHeight(from.height + from.y - event.clientY, window.innerHeight);
  };
  const begin = (event: PointerEvent): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { y: event.clientY, height: sheet.current?.getBoundingClientRect().height ?? 0 };
  };
  const move = (event: PointerEvent): void => {
    const from = grip.current;
    if (from === null || (dragged === null && Math.abs(event.clientY - from.y) < STILL)) return;
    setDragged(heightAt(event));
  };
  const end = (event: PointerEvent): void => {
    const height = heightAt(event);
    grip.current = null;
    setDragged(null);
    if (height === null) return;
    // A press that did not move is one step on.
    if (dragged === null) onStop(stop === 'down' ? 'half' : 'down');
    else onStop(nearestStop(height, window.innerHeight));
  };
  const cancel = (): void => {
    grip.current = null;
    setDragged(null);
  };
  const isDown = stop === 'down';
  return (
    <section
      ref={sheet}
      className="al-sheet"
      aria-label={i18n.t('Panel')}
      data-stop={stop}
      data-dragged={dragged !== null}
      style={dragged === null ? undefined : { height: dragged }}
    >
      <div
        className="al-sheet-handle"
        role="slider"
        tabIndex={0}
        aria-label={i18n.t('Height of the panel')}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={STOPS.length - 1}
        aria-valuenow={STOPS.indexOf(stop)}
        aria-valuetext={NAMES[stop]}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={cancel}
        onKeyDown={(event) => {
          const next = stopAfterKey(event.key, stop);
          if (next === null) return;
          event.preventDefault();
          onStop(next);
        }}
      />
      <div className="al-sheet-head">
        <Text fw={600} className="al-truncate">
          <bdi>{title}</bdi>
        </Text>
        {!isDown && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={stop === 'full' ? i18n.t('Half the screen') : i18n.t('Full height')}
            onClick={() => onStop(stop === 'full' ? 'half' : 'full')}
          >
            {stop === 'full' ? <IconArrowsMinimize size={20} /> : <IconArrowsMaximize size={20} />}
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={isDown ? i18n.t('Show the panel') : i18n.t('Hide the panel')}
          aria-expanded={!isDown}
          onClick={() => onStop(isDown ? 'half' : 'down')}
        >
          {isDown ? <IconChevronUp size={20} /> : <IconChevronDown size={20} />}
        </ActionIcon>
      </div>
      {/* What is below the window is nothing to tab to. */}
      <div className="al-sheet-content" hidden={isDown && dragged === null}>
        {children}
      </div>
    </section>
  );
}
