import { expect, it } from 'vitest';
import { loadSettings } from '../settings/index.ts';
import { describeConfiguration } from './configuration.ts';

const settings = loadSettings({
  SETTINGS_FILE: undefined,
  DATABASE_URL: 'postgres://me:hidden-1@host/name',
  MONITOR_TOKEN: 'hidden-2-hidden-2',
  DefaultAdmin__Password: 'hidden-3',
  OpenId__ClientSecret: 'hidden-4',
  EXTERNAL_AUTH_URL: 'https://me:hidden-5@login.example.org/check',
  ENABLE_STORAGE_LIMITER: 'true',
  ALLOWED_ORIGINS: 'https://a.example,https://b.example',
});
const { sections } = describeConfiguration(settings);
const field = (key: string) => sections.flatMap(({ fields }) => fields).find((candidate) => candidate.key === key);

it('shows values as text, by section', () => {
  expect(sections.map(({ name }) => name)).toEqual(expect.arrayContaining(['Auth', 'PasswordPolicy', 'HubOptions']));
  expect(field('EnableStorageLimiter')).toMatchObject({
    displayName: 'Enable storage limiter',
    currentValue: 'True',
    defaultValue: 'False',
    isSet: true,
    fieldType: 'bool',
  });
  expect(field('AllowedOrigins')).toMatchObject({ currentValue: 'https://a.example,https://b.example' });
  expect(field('PasswordPolicy.MinLength')).toMatchObject({
    currentValue: '8',
    isSet: false,
    fieldType: 'number',
    minValue: 1,
    maxValue: 256,
  });
  expect(field('LogLevel')).toMatchObject({ fieldType: 'enum', enumOptions: expect.arrayContaining(['debug']) });
  expect(field('HubOptions.AppName')).toMatchObject({ currentValue: null, isSet: false });
});

it('shows of a secret only whether it is set', () => {
  for (const key of ['DatabaseUrl', 'MonitorToken', 'DefaultAdmin.Password', 'OpenId.ClientSecret'])
    expect(field(key)).toMatchObject({ sensitive: true, isSet: true, currentValue: null, defaultValue: null });
  expect(field('Secret')).toMatchObject({ sensitive: true, isSet: false });
  expect(JSON.stringify(sections)).not.toContain('hidden');
});

it.each([
  ['https://login.example.org/check', 'https://login.example.org/check'],
  ['https://login.example.org/check?key=hidden&x=1', 'https://login.example.org/check?***'],
  ['https://login.example.org/check#hidden', 'https://login.example.org/check#***'],
  ['https://me:hid@den@login.example.org/check', 'https://***@login.example.org/check'],
  ['https://me:hid/den@login.example.org/check', 'https://***@login.example.org/check'],
  ['https://hidden@login.example.org?key=hidden', 'https://***@login.example.org?***'],
])('shows nothing secret of the address %s', (externalAuthUrl, shown) => {
  const described = describeConfiguration({ ...settings, externalAuthUrl });
  const fields = described.sections.flatMap((section) => section.fields);
  expect(fields.find(({ key }) => key === 'ExternalAuthUrl')?.currentValue).toBe(shown);
});
