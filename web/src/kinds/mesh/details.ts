import { COORDINATE_SYSTEM, EXTENT, GEOREFERENCED, NEEDS, numberText } from '../common-rows.ts';
import type { KindDetails } from '../kind.ts';
import { modelSection } from './model-section.tsx';

export const meshDetails: KindDetails = {
  facts: [
    COORDINATE_SYSTEM,
    EXTENT,
    GEOREFERENCED,
    NEEDS,
    // Faces of a file may have many corners, and its vertices are split where pictures meet: the built model has others.
    { group: 'Content', name: 'Faces in the file', text: (of) => numberText(of.number('faces')) },
    { group: 'Content', name: 'Vertices in the file', text: (of) => numberText(of.number('vertices')) },
  ],
  section: modelSection,
};
