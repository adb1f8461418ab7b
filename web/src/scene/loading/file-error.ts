import { i18n } from '../../languages/i18n.ts';

/** What is wrong with a file of a scene, in a sentence for people. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

export const CUT_OFF = i18n.t('The file is cut off. Build it again; if that does not help, upload the original again.');
export const DAMAGED = i18n.t('The file is damaged. Build it again; if that does not help, upload the original again.');
