/** Which returns of a pulse are kept. */
export const RETURN_CHOICES = ['all', 'first', 'last', 'intermediate', 'single'] as const;
export type ReturnChoice = (typeof RETURN_CHOICES)[number];
