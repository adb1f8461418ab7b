import { COORDINATE_SYSTEM, EXTENT, GEOREFERENCED, NEEDS } from '../common-rows.ts';
import type { KindDetails } from '../kind.ts';
import { modelSection } from './model-section.tsx';

export const meshDetails: KindDetails = {
  facts: [COORDINATE_SYSTEM, EXTENT, GEOREFERENCED, NEEDS],
  section: modelSection,
};
