const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A remaining time in words short enough for a line: "8 s", "3 min", "1 h 20 min". */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return '–';
  if (seconds < 59.5) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** Unix seconds to a local date. */
export const formatDate = (unixSeconds: number): string => DATE.format(unixSeconds * 1000);

/** Unix seconds to a local date and time. */
export const formatDateTime = (unixSeconds: number): string => DATE_TIME.format(unixSeconds * 1000);

/** An ISO 8601 instant to a local date; text that is no date gives a dash. */
export function formatIsoDate(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? '–' : DATE.format(time);
}

/** An ISO 8601 instant to a local date and time; nothing and text that is no date give a dash. */
export function formatIsoDateTime(iso: string | null): string {
  const time = iso === null ? NaN : Date.parse(iso);
  return Number.isNaN(time) ? '–' : DATE_TIME.format(time);
}
