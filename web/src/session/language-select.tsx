import { isLanguage, LANGUAGE, LANGUAGE_LABEL, LANGUAGES, showLanguage } from '../languages/language.ts';

/** The choice of a language without a menu, which would make the login page a third larger. */
export const LanguageSelect = () => (
  <select
    className="al-language"
    aria-label={LANGUAGE_LABEL}
    value={LANGUAGE}
    onChange={({ currentTarget: { value } }) => {
      if (isLanguage(value)) showLanguage(value);
    }}
  >
    {Object.entries(LANGUAGES).map(([language, name]) => (
      <option key={language} value={language} lang={language}>
        {name}
      </option>
    ))}
  </select>
);
