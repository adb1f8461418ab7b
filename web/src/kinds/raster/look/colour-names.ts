import { i18n } from '../../../languages/i18n.ts';

/** What the colour maps of the service are called. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['rdylgn', i18n.t('Red–yellow–green')],
  ['discrete_ndvi', i18n.t('Vegetation classes')],
  ['spectral', i18n.t('Spectral')],
  ['viridis', i18n.t('Viridis')],
  ['plasma', i18n.t('Plasma')],
  ['inferno', i18n.t('Inferno')],
  ['magma', i18n.t('Magma')],
  ['grayscale', i18n.t('Black to white')],
  ['ironbow', i18n.t('Ironbow')],
  ['rainbow', i18n.t('Rainbow')],
  ['bugn', i18n.t('Blue–green')],
  ['whitehot', i18n.t('White hot')],
  ['blackhot', i18n.t('Black hot')],
  ['arctic', i18n.t('Arctic')],
  ['lava', i18n.t('Lava')],
  ['terrain', i18n.t('Terrain')],
  ['blues', i18n.t('Blues')],
  ['greys', i18n.t('Greys')],
]);

/** The name of a colour map; one that nobody named keeps its id. */
export const colourName = (id: string): string => NAMES.get(id) ?? id;
