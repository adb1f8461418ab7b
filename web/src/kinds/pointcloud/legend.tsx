import type { Colour } from './points/height-ramp.ts';
import type { PointLegend } from './points/point-legend.ts';
import { i18n } from '../../languages/i18n.ts';

export const cssColour = (colour: Colour): string => `rgb(${colour.join(' ')})`;

/** What the colours of the points mean. */
export function Legend({ legend }: { readonly legend: PointLegend }) {
  if (legend.kind === 'bar') {
    const { name, colours, low, high } = legend;
    return (
      <figure className="al-scene-legend" aria-label={i18n.t('Legend: {name}', { name })}>
        <div style={{ background: `linear-gradient(to right, ${colours.map(cssColour).join(', ')})` }} />
        <figcaption>
          <span>{low}</span>
          <span>{high}</span>
        </figcaption>
      </figure>
    );
  }
  return (
    <ul className="al-plain-list al-scene-chips" aria-label={i18n.t('Legend: {name}', { name: legend.name })}>
      {legend.chips.map(([name, colour]) => (
        <li key={name}>
          <span className="al-scene-chip" style={{ background: cssColour(colour) }} />
          {name}
        </li>
      ))}
    </ul>
  );
}
