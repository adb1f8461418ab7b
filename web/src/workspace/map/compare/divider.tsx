import { IconArrowsHorizontal } from '@tabler/icons-react';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

type DividerProps = {
  readonly label: string;
  /** Percent of the width. */
  readonly at: number;
  readonly onMove: (at: number) => void;
  /** Called when it comes to rest. */
  readonly onRest: (at: number) => void;
};

const STEP = 1;
const LARGE_STEP = 10;

/** A handle between two pictures, moved by mouse, finger or keys. */
export function Divider({ label, at, onMove, onRest }: DividerProps) {
  const line = useRef<HTMLDivElement>(null);
  const placeOf = ({ clientX }: PointerEvent): number => {
    const box = line.current?.parentElement?.getBoundingClientRect();
    return box === undefined || box.width === 0 ? at : bounded((100 * (clientX - box.left)) / box.width);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = afterKey(event.key, at, event.shiftKey ? LARGE_STEP : STEP);
    if (next === null) return;
    event.preventDefault();
    onRest(bounded(next));
  };
  return (
    <div ref={line} className="al-divider" style={{ left: `${at}%` }}>
      <div
        className="al-divider-handle"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={at}
        aria-valuetext={`${at} %`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(placeOf(event));
        }}
        onPointerUp={(event) => onRest(placeOf(event))}
        onPointerCancel={() => onRest(at)}
      >
        <IconArrowsHorizontal size={20} aria-hidden />
      </div>
    </div>
  );
}

const bounded = (at: number): number => Math.round(Math.min(100, Math.max(0, at)));

function afterKey(key: string, at: number, step: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return at - step;
    case 'ArrowRight':
    case 'ArrowUp':
      return at + step;
    case 'PageDown':
      return at - LARGE_STEP;
    case 'PageUp':
      return at + LARGE_STEP;
    case 'Home':
      return 0;
    case 'End':
      return 100;
    default:
      return null;
  }
}
