import { i18n } from '../languages/i18n.ts';

/** The heading while there is something to send. */
export const uploadingText = (open: number): string =>
  i18n.t('Uploading {open, plural, one {# item} other {# items}}', { open });
