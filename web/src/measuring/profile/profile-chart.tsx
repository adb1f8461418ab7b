import { useElementSize } from '@mantine/hooks';
import type { KeyboardEvent, PointerEvent } from 'react';
import { plain } from '../../format/plain.ts';
import { heightText, lengthText, type UnitSystem } from '../model/units.ts';
import { nearestIndex, pathOf, rangeOf, ticksOf } from './chart-scale.ts';
import type { ProfileLine } from './profile-line.ts';
import { i18n } from '../../languages/i18n.ts';

type ProfileChartProps = {
  /** The first one has the places that are chosen. */
  readonly lines: readonly ProfileLine[];
  readonly units: UnitSystem;
  /** Number of the place that is shown on the map. */
  readonly index: number | null;
  readonly onIndex: (index: number | null) => void;
};

/** Pixels at least; a drawer gives it more. */
const LEAST = 100;
const ROOM = { left: 64, right: 12, top: 8, bottom: 24 };
/** Places that an arrow key goes on; with Shift ten times as many. */
const PLACES_A_KEY = 1;

/** Heights along a line. The pointer and the arrow keys show a place on the map. */
export function ProfileChart({ lines, units, index, onIndex }: ProfileChartProps) {
  const { ref, width, height: given } = useElementSize();
  const [main] = lines;
  const range = rangeOf(lines.flatMap(({ profile }) => profile.heights));
  if (range === null || main === undefined) return null;
  const { distances, length } = main.profile;
  const [low, high] = range;
  const whole = Math.max(LEAST, Math.floor(given));
  const inner = Math.max(1, width - ROOM.left - ROOM.right);
  const tall = whole - ROOM.top - ROOM.bottom;
  const xOf = (distance: number): number => ROOM.left + (inner * distance) / Math.max(length, 1e-9);
  const yOf = (height: number): number => ROOM.top + (tall * (high - height)) / (high - low);
  const last = distances.length - 1;
  const keep = (wanted: number): void => onIndex(Math.min(last, Math.max(0, wanted)));
  const hover = (event: PointerEvent<SVGSVGElement>): void => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    keep(nearestIndex(distances, ((x - ROOM.left) / inner) * length));
  };
  const key = (event: KeyboardEvent): void => {
    const step = PLACES_A_KEY * (event.shiftKey ? 10 : 1);
    const at = index ?? 0;
    if (event.key === 'ArrowRight' || event.key === 'ArrowUp') keep(at + step);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') keep(at - step);
    else if (event.key === 'Home') keep(0);
    else if (event.key === 'End') keep(last);
    else return;
    event.preventDefault();
  };
  const chosen = index === null ? null : (distances[index] ?? null);
  return (
    <div ref={ref} className="al-measuring-chart">
      <svg
        width={width}
        height={whole}
        role="slider"
        tabIndex={0}
        aria-label={i18n.t('Place along the profile')}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index ?? 0}
        aria-valuetext={placeText(distances[index ?? 0] ?? 0, lines, units)}
        onPointerMove={hover}
        onPointerDown={hover}
        onPointerLeave={(event) => {
          if (event.pointerType === 'mouse') onIndex(null);
        }}
        onKeyDown={key}
      >
        <g className="al-measuring-axis">
          {ticksOf(low, high, 4).map((tick) => (
            <g key={tick}>
              <line x1={ROOM.left} x2={width - ROOM.right} y1={yOf(tick)} y2={yOf(tick)} />
              <text x={ROOM.left - 6} y={yOf(tick) + 4} textAnchor="end">
                {heightText(tick, units)}
              </text>
            </g>
          ))}
          {ticksOf(0, length, Math.max(2, Math.floor(inner / 90))).map((tick) => (
            <text key={tick} x={xOf(tick)} y={whole - 6} textAnchor={xOf(tick) > width - 50 ? 'end' : 'middle'}>
              {lengthText(tick, units)}
            </text>
          ))}
        </g>
        {lines.map(({ path, profile, colour, dash }) => (
          <path
            key={path}
            className="al-measuring-line"
            stroke={colour}
            strokeDasharray={dash}
            d={pathOf(profile.heights, (at, value) => [xOf(profile.distances[at] ?? 0), yOf(value)])}
          />
        ))}
        {chosen !== null && (
          <g className="al-measuring-place">
            <line x1={xOf(chosen)} x2={xOf(chosen)} y1={ROOM.top} y2={whole - ROOM.bottom} />
            {lines.map(({ path, profile }) => {
              const height = profile.heights[nearestIndex(profile.distances, chosen)] ?? null;
              return height !== null && <circle key={path} cx={xOf(chosen)} cy={yOf(height)} r={4} />;
            })}
          </g>
        )}
      </svg>
    </div>
  );
}

/** "12.5 m along: 430.2 m"; of several elevation models "12.5 m along: dtm.tif 430.2 m, dsm.tif 441 m". */
export function placeText(distance: number, lines: readonly ProfileLine[], units: UnitSystem): string {
  const length = lengthText(distance, units);
  const heights = lines.map(({ title, profile }) => {
    const height = profile.heights[nearestIndex(profile.distances, distance)] ?? null;
    return { title: plain(title), text: height === null ? null : heightText(height, units) };
  });
  const known = heights.flatMap(({ title, text }) =>
    text === null ? [] : [lines.length === 1 ? text : `${title} ${text}`],
  );
  return known.length === 0
    ? i18n.t('{length} along: no height', { length })
    : i18n.t('{length} along: {value}', { length, value: known.join(', ') });
}
