import { plain } from '../../format/plain.ts';
import { i18n } from '../../languages/i18n.ts';
import { heightText, type UnitSystem } from '../model/units.ts';
import { climbOf, nearestIndex, rangeOf } from './chart-scale.ts';
import type { ProfileLine } from './profile-line.ts';

type ProfileLegendProps = {
  readonly lines: readonly ProfileLine[];
  /** Metres along the line; null where no place is chosen. */
  readonly distance: number | null;
  readonly units: UnitSystem;
};

/** The lines of the chart: their heights at the chosen place, else how high and low they are. */
export const ProfileLegend = ({ lines, distance, units }: ProfileLegendProps) => (
  <ul className="al-plain-list al-profile-legend al-figures">
    {lines.map((line) => (
      <li key={line.path}>
        <svg width={24} height={8} aria-hidden>
          <line x1={0} x2={24} y1={4} y2={4} stroke={line.colour} strokeWidth={2} strokeDasharray={line.dash} />
        </svg>
        <bdi className="al-truncate">{plain(line.title)}</bdi>
        <span>{distance === null ? summaryOf(line, units) : heightOf(line, distance, units)}</span>
      </li>
    ))}
  </ul>
);

function heightOf({ profile }: ProfileLine, distance: number, units: UnitSystem): string {
  const height = profile.heights[nearestIndex(profile.distances, distance)] ?? null;
  return height === null ? i18n.t('No height here') : heightText(height, units);
}

function summaryOf({ profile: { heights } }: ProfileLine, units: UnitSystem): string {
  const range = rangeOf(heights);
  if (range === null) return '';
  const { up, down } = climbOf(heights);
  const [low, high] = range;
  return i18n.t('{low} to {high}; up {up}, down {down}', {
    low: heightText(low, units),
    high: heightText(high, units),
    up: heightText(up, units),
    down: heightText(down, units),
  });
}
