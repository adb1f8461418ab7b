import { COORDINATE_SYSTEM, EXTENT, GEOREFERENCED, NEEDS, numberText } from '../common-rows.ts';
import type { KindDetails } from '../kind.ts';
import { modelSection } from './model-section.tsx';
import { i18n } from '../../languages/i18n.ts';

export const meshDetails: KindDetails = {
  facts: [
    COORDINATE_SYSTEM,
    EXTENT,
    GEOREFERENCED,
    NEEDS,
    // Faces of a file may have many corners, and its vertices are split where pictures meet: the built model has others.
    { group: i18n.t('Content'), name: i18n.t('Faces in the file'), text: (of) => numberText(of.number('faces')) },
    { group: i18n.t('Content'), name: i18n.t('Vertices in the file'), text: (of) => numberText(of.number('vertices')) },
  ],
  section: modelSection,
};
