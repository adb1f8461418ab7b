import { layerCause } from '../../../scene/loading/layer-cause.ts';
import { i18n } from '../../../languages/i18n.ts';

const NOT_BUILT = i18n.t('Its map is not built. Choose “Build again” in its menu among the files.');

/** Why ground cannot be shown. */
export const terrainCause = (error: unknown): string => layerCause(error, NOT_BUILT);
