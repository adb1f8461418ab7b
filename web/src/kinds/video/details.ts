import { formatAmount } from '../../format/value.ts';
import { CAPTURED, DIMENSIONS } from '../common-rows.ts';
import type { KindDetails } from '../kind.ts';

export const videoDetails: KindDetails = {
  facts: [
    CAPTURED,
    DIMENSIONS,
    {
      group: 'Picture',
      name: 'Duration',
      text: (of) => {
        const seconds = of.number('duration');
        return seconds === null ? null : `${formatAmount(seconds, 1)} s`;
      },
    },
  ],
};
