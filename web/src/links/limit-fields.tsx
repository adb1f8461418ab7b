import { Checkbox, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { i18n } from '../languages/i18n.ts';

/** What limits a link, as it is typed. */
export type LinkLimits = {
  readonly name: string;
  readonly downloads: boolean;
  readonly password: string;
  readonly sites: string;
};

type LimitFieldsProps = {
  readonly limits: LinkLimits;
  readonly onChange: (limits: LinkLimits) => void;
  readonly passwordLabel: string;
};

export const DownloadsField = ({ limits, onChange }: Omit<LimitFieldsProps, 'passwordLabel'>) => (
  <Checkbox
    label={i18n.t('Allow downloads')}
    description={i18n.t('Without, people look at maps, models and pictures, and get no files.')}
    checked={limits.downloads}
    onChange={(event) => onChange({ ...limits, downloads: event.currentTarget.checked })}
  />
);

/** Fields that most links leave empty. */
export const LimitFields = ({ limits, onChange, passwordLabel }: LimitFieldsProps) => (
  <>
    <TextInput
      label={i18n.t('For whom')}
      description={i18n.t('To tell the links apart later')}
      autoComplete="off"
      maxLength={128}
      value={limits.name}
      onChange={(event) => onChange({ ...limits, name: event.currentTarget.value })}
    />
    <PasswordInput
      label={passwordLabel}
      description={i18n.t('At least 6 characters; tell it by another way than the link')}
      autoComplete="new-password"
      minLength={6}
      maxLength={256}
      visibilityToggleButtonProps={{ 'aria-label': i18n.t('Show the password') }}
      value={limits.password}
      onChange={(event) => onChange({ ...limits, password: event.currentTarget.value })}
    />
    <Textarea
      label={i18n.t('Sites that may embed it')}
      description={i18n.t('One a line, such as https://www.example.org; at most 10')}
      rows={2}
      autoComplete="off"
      spellCheck={false}
      value={limits.sites}
      onChange={(event) => onChange({ ...limits, sites: event.currentTarget.value })}
    />
  </>
);
