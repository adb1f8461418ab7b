import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { isLanguage, LANGUAGE, LANGUAGES, type Language } from '../languages/language.ts';

/** The languages as items of a menu. */
export const LanguageItems = ({ onChoose }: { readonly onChoose: (language: Language) => void }) =>
  Object.entries(LANGUAGES).map(([language, name]) => (
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
        if (isLanguage(language)) onChoose(language);
      }}
    >
      {name}
    </Menu.Item>
  ));
