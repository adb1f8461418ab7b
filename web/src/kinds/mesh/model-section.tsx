import { soon } from '../../parts/soon.tsx';
import type { FactSection } from '../kind.ts';
import type { BuiltModelProps } from './built-model.tsx';
import { i18n } from '../../languages/i18n.ts';

const MODEL = 11;

// The list of files would have to name all that it is made of, if it came with the other details.
const BuiltModel = soon<BuiltModelProps>(async () => (await import('./built-model.tsx')).BuiltModel);

/** What is known of a built model. */
export const modelSection: FactSection = {
  title: i18n.t('Built model'),
  render: (entry, datasetRef) => {
    const isBuilt = entry.type === MODEL && entry.hash !== null && (entry.buildStatus ?? null) === null;
    return isBuilt ? <BuiltModel opened datasetRef={datasetRef} entry={entry} /> : null;
  },
};
