/** Names of the classes of LAS 1.4 R15. The web application gets the same list (`tools/generated/web-class-names.ts`). */
export const CLASS_NAMES = [
  'Never classified',
  'Unclassified',
  'Ground',
  'Low vegetation',
  'Medium vegetation',
  'High vegetation',
  'Building',
  'Low point (noise)',
  'Model key point',
  'Water',
  'Rail',
  'Road surface',
  'Overlap',
  'Wire guard (shield)',
  'Wire conductor (phase)',
  'Transmission tower',
  'Wire connector (insulator)',
  'Bridge deck',
  'High noise',
  'Overhead structure',
  'Ignored ground',
  'Snow',
  'Temporal exclusion',
] as const;

/** Classes from this number on are defined by the user. */
export const FIRST_USER_CLASS = 64;

export const className = (value: number): string =>
  CLASS_NAMES[value] ?? (value < FIRST_USER_CLASS ? `Reserved (${value})` : `User-defined (${value})`);
