import { EXTENT, GEOREFERENCED, NEEDS, numberText } from '../common-rows.ts';
import type { KindDetails } from '../kind.ts';

export const tiles3dDetails: KindDetails = {
  facts: [
    EXTENT,
    GEOREFERENCED,
    NEEDS,
    { group: 'Content', name: 'Tileset version', text: (of) => of.text('tilesetVersion') },
    { group: 'Content', name: 'Geometric error', text: (of) => numberText(of.number('geometricError')) },
  ],
};
