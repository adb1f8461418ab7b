import { COORDINATE_SYSTEM, EXTENT, GEOREFERENCED, numberText } from '../common-rows.ts';
import type { KindDetails } from '../kind.ts';

export const pointcloudDetails: KindDetails = {
  facts: [
    COORDINATE_SYSTEM,
    EXTENT,
    GEOREFERENCED,
    { group: 'Content', name: 'Points', text: (of) => numberText(of.number('pointCount')) },
    {
      group: 'Content',
      name: 'Values of a point',
      text: (of) => {
        const dimensions = of.value('dimensions');
        return Array.isArray(dimensions) ? dimensions.join(', ') : null;
      },
    },
  ],
};
