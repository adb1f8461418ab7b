import { ApiError, errorText } from '../../../api/api-error.ts';
import { FileError } from '../../../scene/loading/file-error.ts';
import { i18n } from '../../../languages/i18n.ts';

const NOT_FOUND = 404;
const NOT_BUILT = i18n.t('Its map is not built. Choose “Build again” in its menu among the files.');

/** Why ground cannot be shown. */
export function terrainCause(error: unknown): string {
  if (error instanceof FileError) return error.message;
  return error instanceof ApiError && error.status === NOT_FOUND ? NOT_BUILT : errorText(error);
}
