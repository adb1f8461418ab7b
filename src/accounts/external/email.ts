import { checkEmail } from '../users/names.ts';

/** The e-mail a provider tells; `undefined` for what is none: nobody is kept out for it. */
export function emailIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    return checkEmail(value);
  } catch {
    return undefined;
  }
}
