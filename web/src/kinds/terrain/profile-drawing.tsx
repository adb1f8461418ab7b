import '../../styles/tasks.css';
import { formatFigure } from '../../tasks/result/figure.ts';
import type { ProfileShape } from './profile-shape.ts';
import { i18n } from '../../languages/i18n.ts';

/** Heights above the distance along a line. Its words are beside the picture, so that they are as large on a phone. */
export const ProfileDrawing = ({ shape }: { readonly shape: ProfileShape }) => (
  <figure className="al-profile" role="img" aria-label={inWords(shape)}>
    <figcaption aria-hidden>{i18n.t('Height in metres')}</figcaption>
    <div className="al-profile-heights" aria-hidden>
      {shape.heights.map(({ at, label }) => (
        <span key={label} style={{ top: percent(at) }}>
          {label}
        </span>
      ))}
    </div>
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden focusable="false">
      {shape.heights.map(({ at, label }) => (
        <line key={label} className="al-profile-grid" x1="0" x2="100" y1={100 * at} y2={100 * at} />
      ))}
      {shape.distances.map(({ at, label }) => (
        <line key={label} className="al-profile-grid" x1={100 * at} x2={100 * at} y1="0" y2="100" />
      ))}
      {shape.paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
    <div className="al-profile-distances" aria-hidden>
      {shape.distances.map(({ at, label }) => (
        <span key={label} style={{ left: percent(at) }}>
          {label}
        </span>
      ))}
    </div>
    <figcaption aria-hidden>{i18n.t('Distance along the line in metres')}</figcaption>
  </figure>
);

const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;

function inWords({ length, lowest, highest, paths }: ProfileShape): string {
  const gaps = paths.length > 1 ? i18n.t(' There are {value} gaps without heights.', { value: paths.length - 1 }) : '';
  return i18n.t('Drawing of the heights along the line: {length} long, between {lowest} and {highest} high.{gaps}', {
    length: formatFigure(length, 'm'),
    lowest: formatFigure(lowest, 'm'),
    highest: formatFigure(highest, 'm'),
    gaps,
  });
}
