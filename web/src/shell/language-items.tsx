import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { i18n } from '../languages/i18n.ts';
import { isLanguage, LANGUAGE, LANGUAGES } from '../languages/language.ts';
import { useChooseLanguage } from '../session/use-choose-language.ts';

/** Found by who reads neither the one nor the other language well. */
export const LANGUAGE_LABEL = 'Language / Sprache';

/** The languages as items of the menu of the account. */
export function LanguageItems() {
  const choice = useChooseLanguage();
  return (
    <>
      <Menu.Label>{LANGUAGE_LABEL}</Menu.Label>
      {Object.entries(LANGUAGES).map(([language, name]) => (
        <Menu.Item
          key={language}
          // Mantine gives all items one role.
          renderRoot={(props) => (
            <button {...props} lang={language} role="menuitemradio" aria-checked={language === LANGUAGE} />
          )}
          rightSection={language === LANGUAGE ? <IconCheck size={16} /> : null}
          // The page is loaded anew, or the menu says why not.
          closeMenuOnClick={false}
          onClick={() => {
            if (isLanguage(language)) choice.mutate(language);
          }}
        >
          {name}
        </Menu.Item>
      ))}
      {choice.error !== null && (
        <Menu.Label role="alert" c="var(--mantine-color-error)">
          {i18n.t('The language was not changed')}
        </Menu.Label>
      )}
    </>
  );
}
