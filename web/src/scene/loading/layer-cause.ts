import { ApiError, errorText } from '../../api/api-error.ts';
import { FileError } from './file-error.ts';
import { i18n } from '../../languages/i18n.ts';

const NOT_FOUND = 404;
const NOT_BUILT = i18n.t('Its 3D view is not built. Choose “Build again” in its menu among the files.');

export const OTHER_SYSTEM = i18n.t(
  'Its coordinate system differs from that of the first file in this scene, or one of them has none. Open it in its own scene.',
);

/** Why a layer cannot be shown. @param notBuilt for one whose output is not there */
export function layerCause(error: unknown, notBuilt: string = NOT_BUILT): string {
  if (error instanceof FileError) return error.message;
  return error instanceof ApiError && error.status === NOT_FOUND ? notBuilt : errorText(error);
}
