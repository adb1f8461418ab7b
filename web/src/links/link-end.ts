import { i18n } from '../languages/i18n.ts';

/** Ends of a link to choose from. */
export const ENDS = [
  { value: '1', label: i18n.t('After 1 day') },
  { value: '7', label: i18n.t('After 1 week') },
  { value: '30', label: i18n.t('After 1 month') },
  { value: 'date', label: i18n.t('On a date') },
  { value: 'never', label: i18n.t('Never') },
] as const;

/** Long enough for a project's delivery, short enough to be forgotten without harm. */
export const USUAL_END = '30';

export type LinkEnd = {
  readonly choice: string;
  /** As a field for dates gives it: 2026-12-31. */ readonly date: string;
};

export const isWhole = ({ choice, date }: LinkEnd): boolean => choice !== 'date' || date !== '';

/** The end as the service is asked for it: of a date the last second, where the person is. */
export function endBody({ choice, date }: LinkEnd): { expiresInDays?: number; expiresAt?: string | null } {
  if (choice === 'never') return { expiresAt: null };
  if (choice === 'date') return { expiresAt: new Date(`${date}T23:59:59`).toISOString() };
  return { expiresInDays: Number(choice) };
}
