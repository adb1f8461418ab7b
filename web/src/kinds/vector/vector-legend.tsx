import { Text } from '@mantine/core';
import type { LegendProps } from '../map-kind.ts';
import { plain } from '../../format/plain.ts';
import { lookOfLayer } from './look/look-of-layer.ts';
import { legendRows } from './look/look-colours.ts';
import { i18n } from '../../languages/i18n.ts';

/** What the colours of a vector layer mean; nothing for a single one. */
export function VectorLegend({ layer, look: text }: LegendProps) {
  const { colouring } = lookOfLayer(layer, text).look;
  if (colouring.by === 'single') return null;
  return (
    <section className="al-legend" aria-label={i18n.t('Legend of {title}', { title: layer.title })}>
      <Text size="sm" fw={600} className="al-break">
        {plain(colouring.property)}
      </Text>
      <ul className="al-plain-list">
        {legendRows(colouring).map(({ colour, label }) => (
          <li key={`${colour} ${label}`}>
            <span className="al-swatch" style={{ background: colour }} />
            <bdi className="al-break">{plain(label)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
