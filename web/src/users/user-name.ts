/** Longest name the service takes. */
const MAX_LENGTH = 127;

/** Says what is wrong with a user name, or null when it may be sent. */
export function userNameProblem(name: string): string | null {
  if (name.length > MAX_LENGTH) return `Use at most ${MAX_LENGTH} characters.`;
  return /^[A-Za-z0-9]+$/.test(name) ? null : 'Use letters without accents and digits only.';
}
