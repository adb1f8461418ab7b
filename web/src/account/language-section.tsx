import { NativeSelect } from '@mantine/core';
import type { Session } from '../api/session.ts';
import { i18n } from '../languages/i18n.ts';
import { chosenLanguage, isLanguage, LANGUAGE_LABEL, LANGUAGES } from '../languages/language.ts';
import { Problem } from '../parts/problem.tsx';
import { Section } from '../parts/section.tsx';
import { useChooseLanguage } from '../session/use-choose-language.ts';

const CHOICES = [
  { value: '', label: i18n.t('As the browser') },
  ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
];

export function LanguageSection({ session }: { readonly session: Session }) {
  const choice = useChooseLanguage();
  return (
    <Section
      title={LANGUAGE_LABEL}
      detail={i18n.t('Also says how dates and numbers are written. Your account keeps it, for every browser.')}
    >
      <NativeSelect
        aria-label={LANGUAGE_LABEL}
        data={CHOICES}
        value={session.language ?? chosenLanguage() ?? ''}
        disabled={choice.isPending}
        onChange={({ currentTarget: { value } }) => choice.mutate(isLanguage(value) ? value : null)}
      />
      {choice.error !== null && <Problem title={i18n.t('The language was not changed')} error={choice.error} />}
    </Section>
  );
}
