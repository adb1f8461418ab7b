import { Checkbox, PasswordInput, Textarea, TextInput } from '@mantine/core';

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
    label="Allow downloads"
    description="Without, people look at maps, models and pictures, and get no files."
    checked={limits.downloads}
    onChange={(event) => onChange({ ...limits, downloads: event.currentTarget.checked })}
  />
);

/** Fields that most links leave empty. */
export const LimitFields = ({ limits, onChange, passwordLabel }: LimitFieldsProps) => (
  <>
    <TextInput
      label="For whom"
      description="To tell the links apart later"
      autoComplete="off"
      maxLength={128}
      value={limits.name}
      onChange={(event) => onChange({ ...limits, name: event.currentTarget.value })}
    />
    <PasswordInput
      label={passwordLabel}
      description="At least 6 characters; tell it by another way than the link"
      autoComplete="new-password"
      minLength={6}
      maxLength={256}
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      value={limits.password}
      onChange={(event) => onChange({ ...limits, password: event.currentTarget.value })}
    />
    <Textarea
      label="Sites that may embed it"
      description="One a line, such as https://www.example.org; at most 10"
      rows={2}
      autoComplete="off"
      spellCheck={false}
      value={limits.sites}
      onChange={(event) => onChange({ ...limits, sites: event.currentTarget.value })}
    />
  </>
);
