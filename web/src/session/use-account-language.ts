import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { sessionQuery } from '../api/session.ts';
import { isLanguage, LANGUAGE, showLanguage } from '../languages/language.ts';

/**
 * The language of the account goes before that of the browser, once for each person who comes to the page: a change in
 * another browser waits for the next page, so that nothing typed here is lost.
 */
export function useAccountLanguage(): void {
  const session = useQuery(sessionQuery).data;
  const userName = session?.userName;
  const language = session?.language;
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (userName === undefined || userName === last.current) return;
    last.current = userName;
    if (isLanguage(language) && language !== LANGUAGE) showLanguage(language);
  }, [userName, language]);
}
