import { Text } from '@mantine/core';
import type { FactSection } from '../kind.ts';
import { type VectorLayer, vectorLayers } from './vector-layers.ts';
import { i18n } from '../../languages/i18n.ts';

/** The layers of a vector file, with their geometry and size. */
export const layerSection: FactSection = {
  title: i18n.t('Layers'),
  render: (entry) => {
    const layers = vectorLayers(entry);
    return layers.length === 0 ? null : <LayerList layers={layers} />;
  },
};

const LayerList = ({ layers }: { readonly layers: readonly VectorLayer[] }) => (
  <ul className="al-plain-list al-layers">
    {layers.map(({ name, geometry, features }, index) => (
      // Two layers may have the same name.
      <li key={index}>
        <bdi className="al-break">{name === '' ? i18n.t('Layer {value}', { value: index + 1 }) : name}</bdi>
        <Text size="sm" c="dimmed">
          {[geometry, features].filter((it) => it !== '').join(' · ')}
        </Text>
      </li>
    ))}
  </ul>
);
