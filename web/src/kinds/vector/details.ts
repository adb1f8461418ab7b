import { tileJsonAddress, vectorTileTemplate } from '../../api/addresses.ts';
import { artifactAddresses } from '../kind-outputs.ts';
import type { KindDetails } from '../kind.ts';
import { layerSection } from './layer-section.tsx';
import { vectorBackdrop } from './vector-backdrop.ts';
import { i18n } from '../../languages/i18n.ts';

export const vectorDetails: KindDetails = {
  hidden: ['vector'],
  section: layerSection,
  addresses: (file) => [
    ...artifactAddresses('vector', file),
    { name: i18n.t('Vector tiles'), address: vectorTileTemplate(file.datasetRef, file.hash, file.path) },
    { name: i18n.t('Vector tiles (TileJSON)'), address: tileJsonAddress(file.datasetRef, file.hash, file.path) },
  ],
  backdrop: vectorBackdrop,
};
