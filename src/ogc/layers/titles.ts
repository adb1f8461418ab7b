import type { MetadataValues } from '../../datasets/index.ts';
import type { LayerView } from './layer-view.ts';

/** What services call the dataset that they show. */
export type TitleOf = (view: LayerView) => Promise<string>;

/** As long as the name of a new dataset may be, in letters of four bytes, with its quotes. */
const MAX_BYTES = 1026;

/**
 * The name that people gave the dataset, or else its address. What is narrowed to a folder tells the address alone: a token for
 * the folder opens nothing that is said of the dataset as a whole. Asked for with every document: a new name shows at once.
 */
export const createTitles =
  ({ ofKey }: Pick<MetadataValues, 'ofKey'>): TitleOf =>
  async ({ dataset, below }) => {
    const address = `${dataset.organization.slug}/${dataset.slug}`;
    if (below !== '') return address;
    const found = await ofKey(dataset.id, 'name', { paths: [''], bytes: MAX_BYTES, limit: 1 });
    const name = found.get('');
    return typeof name === 'string' && name.trim() !== '' ? name.trim() : address;
  };
