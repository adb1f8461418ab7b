/** The languages of the pages, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** Label of the choice, in both languages: people who read only one of them find it. */
export const LANGUAGE_LABEL = 'Language / Sprache';

const KEY = 'alidade-language';

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(LANGUAGES, value);

/** The first of the wanted languages that the pages have. */
export function languageOf(wanted: readonly (string | null)[]): Language {
  for (const tag of wanted) {
    const language = tag?.split('-', 1)[0]?.toLowerCase();
    if (isLanguage(language)) return language;
  }
  return 'en';
}

/** How numbers and dates are written: as in the browser's country, where it speaks the language of the page. */
export const localeOf = (language: Language, wanted: readonly string[]): string =>
  wanted.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;

/** What a page has; a worker, which shows nothing, and a unit test have no document. Types of tests of the service know no DOM. */
export const page = globalThis as unknown as {
  readonly document?: { readonly documentElement: { lang: string } };
  readonly location: { reload(): void };
  readonly XMLHttpRequest: new () => {
    open(method: string, address: string, isAsync: boolean): void;
    send(): void;
    readonly responseText: string;
    readonly status: number;
  };
};
const onPage = page.document !== undefined;

/** What was chosen in this browser; null: nothing, or the browser keeps nothing for this site. */
export function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/**
 * Shows the pages in another language from now on; null: in the browser's. Texts are chosen when a page begins, so it is
 * loaded anew.
 */
export function showLanguage(language: Language | null): void {
  try {
    if (language === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, language);
  } catch {
    // A browser that keeps nothing goes by its own language; loading the page anew would change nothing.
    return;
  }
  if (chosenLanguage() === language) page.location.reload();
}

const wanted = onPage ? navigator.languages : ['en'];

/** The language of this page. */
export const LANGUAGE = onPage ? languageOf([chosenLanguage(), ...wanted]) : 'en';

/** For `Intl`. */
export const LOCALE = localeOf(LANGUAGE, globalThis.navigator?.languages ?? []);
