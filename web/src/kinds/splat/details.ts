import { formatNumber } from '../../format/count.ts';
import { EXTENT, GEOREFERENCED, numberText } from '../common-rows.ts';
import { artifactAddresses } from '../kind-outputs.ts';
import type { KindDetails } from '../kind.ts';

export const splatDetails: KindDetails = {
  facts: [
    EXTENT,
    GEOREFERENCED,
    { group: 'Content', name: 'Splats', text: (of) => numberText(of.number('splatCount')) },
    {
      group: 'Content',
      name: 'Spherical harmonics',
      text: (of) => {
        const degree = of.number('shDegree');
        return degree === null ? null : `degree ${formatNumber(degree)}`;
      },
    },
  ],
  addresses: (file) => artifactAddresses('splat', file),
};
