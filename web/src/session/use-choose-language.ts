import { useMutation } from '@tanstack/react-query';
import { setLanguage } from '../api/session.ts';
import { showLanguage } from '../languages/language.ts';

/** Keeps the language with the account and in this browser, and shows the page in it. */
export const useChooseLanguage = () =>
  useMutation({ mutationFn: setLanguage, onSuccess: (_, language) => showLanguage(language) });
