import { Menu } from '@mantine/core';
import { i18n } from '../languages/i18n.ts';
import { LANGUAGE_LABEL } from '../languages/language.ts';
import { useChooseLanguage } from '../session/use-choose-language.ts';
import { LanguageItems } from './language-items.tsx';

/** The languages in the menu of the account, which keeps the choice. */
export function AccountLanguageItems() {
  const choice = useChooseLanguage();
  return (
    <>
      <Menu.Label>{LANGUAGE_LABEL}</Menu.Label>
      <LanguageItems onChoose={choice.mutate} />
      {choice.error !== null && (
        <Menu.Label role="alert" c="var(--mantine-color-error)">
          {i18n.t('The language was not changed')}
        </Menu.Label>
      )}
    </>
  );
}
