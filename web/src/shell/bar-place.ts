import { createContext, use } from 'react';

/** Element of the header that the bar of a page is drawn into; null until the header is there. */
export const BarPlace = createContext<HTMLElement | null>(null);

export const useBarPlace = (): HTMLElement | null => use(BarPlace);
