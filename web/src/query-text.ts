/**
 * The query part of the pages' addresses, as plain text values. (The router's own form is JSON, which would turn a
 * folder named "12" into a number and quote the rest.)
 */
export const parseQuery = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));

/** Undefined and empty values are left out; slashes stay readable. */
export function stringifyQuery(values: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(values).flatMap(([key, value]) =>
    typeof value === 'string' && value !== ''
      ? [`${encodeURIComponent(key)}=${encodeURIComponent(value).replaceAll('%2F', '/')}`]
      : [],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
