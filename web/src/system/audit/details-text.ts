import { DEACTIVATED } from '../../api/admin/roles.ts';
import { levelName } from '../../api/organizations.ts';
import { formatBytes } from '../../format/bytes.ts';
import { formatIsoDate } from '../../format/time.ts';
import { i18n } from '../../languages/i18n.ts';

type Details = Readonly<Record<string, unknown>>;

/** What a change was, in words: "from private to public"; nothing worth telling gives ''. */
export function detailsText(action: string, details: Details): string {
  const read = READERS.find(([actions]) => actions.test(action))?.[1] ?? (({ key, value }) => named(key, plain(value)));
  return Object.entries(details)
    .flatMap(([key, value]) => (HIDDEN.has(key) ? [] : [(COMMON[key] ?? read)({ key, value, details })]))
    .filter((text) => text !== '')
    .join(', ');
}

type Member = { readonly key: string; readonly value: unknown; readonly details: Details };
type Reader = (member: Member) => string;

/** Ids help nobody who reads; the mode is a number of the program's. */
const HIDDEN = new Set(['id', 'jobId', 'mode', 'keys', 'issuer', 'subject']);

/** What members are called; one that is not known here by its own name. */
const NAMES: Readonly<Record<string, string>> = {
  rights: i18n.t('rights'),
  quota: i18n.t('quota'),
  job: i18n.t('job'),
  jobs: i18n.t('jobs'),
  became: i18n.t('became'),
  for: i18n.t('for'),
  from: i18n.t('from'),
  to: i18n.t('to'),
  roles: i18n.t('roles'),
  'e-mail': i18n.t('e-mail'),
  now: i18n.t('now'),
  before: i18n.t('before'),
  owner: i18n.t('owner'),
  name: i18n.t('name'),
  user: i18n.t('user'),
  organization: i18n.t('organization'),
  dataset: i18n.t('dataset'),
  datasets: i18n.t('datasets'),
  organizations: i18n.t('organizations'),
  path: i18n.t('path'),
  successor: i18n.t('successor'),
  slug: i18n.t('slug'),
  title: i18n.t('title'),
};

const named = (name: string, text: string): string =>
  text === '' ? '' : `${Object.hasOwn(NAMES, name) ? NAMES[name] : name}: ${text}`;
const yes =
  (text: string): Reader =>
  ({ value }: Member) =>
    value === true ? text : '';

/** Members that mean the same wherever they stand. */
const COMMON: Readonly<Record<string, Reader>> = {
  visibility: ({ value }) => visibility(value),
  level: ({ value, details }) => named('rights', changed(level(value), level(details['before']))),
  storageQuota: ({ value, details }) =>
    named('quota', changed(quota(value), 'before' in details ? quota(details['before']) : '')),
  isPublic: ({ value }) => (typeof value === 'boolean' ? (value ? i18n.t('public') : i18n.t('private')) : ''),
  readOnly: ({ value }) => (value === true ? i18n.t('read only') : i18n.t('read and write')),
  expiresAt: ({ value }) =>
    typeof value === 'string' ? i18n.t('ends {isoDate}', { isoDate: formatIsoDate(value) }) : i18n.t('without end'),
  kind: ({ value }) => (value === 'link' ? i18n.t('a link') : i18n.t('a token')),
  downloads: ({ value }) => (value === false ? i18n.t('no downloads') : ''),
  frames: ({ value }) => named(i18n.t('may be embedded by'), plain(value)),
  hasPassword: yes(i18n.t('with a password')),
  newPassword: ({ value }) => (value === true ? i18n.t('new password') : i18n.t('password taken away')),
  accessTokens: yes(i18n.t('tokens and links withdrawn')),
  token: () => i18n.t('by a token'),
  for: ({ value }) => (value === 'clean-up' ? i18n.t('by the clean-up of empty datasets') : named('for', plain(value))),
  became: ({ value }) => named('became', plain(value)),
  toolId: ({ value }) => named('job', plain(value)),
  retentionDays: ({ value }) => named(i18n.t('older than'), i18n.t('{value} days', { value: plain(value) })),
  sourceOrganization: ({ value }) => named(i18n.t('organization there'), plain(value)),
  sourceDataset: ({ value }) => named(i18n.t('dataset there'), plain(value)),
  source: ({ value }) => named('from', plain(value)),
};

/** Members whose meaning depends on what happened. */
const READERS: readonly (readonly [RegExp, Reader])[] = [
  [
    /^dataset\.visibility$/,
    ({ key, value, details }) => (key === 'to' ? changed(visibility(value), visibility(details['from'])) : ''),
  ],
  [
    /^(user\.roles|user\.create)$/,
    ({ key, value, details }) => {
      if (key === 'before') return '';
      if (key !== 'roles') return named(key, plain(value));
      const [now, before] = [roles(value), roles(details['before'])];
      // Only the deactivation has changed, and that is told by the action.
      return now === before || (now === '' && before === '')
        ? ''
        : named('roles', changed(now || i18n.t('none'), before));
    },
  ],
  [
    /^user\.update$/,
    ({ key, value, details }) =>
      key === 'email' ? named('e-mail', changed(plain(value), plain(details['before']))) : '',
  ],
  [/^user\.quota$/, () => ''],
  [
    /^member\./,
    ({ key, value, details }) => {
      if (key !== 'before') return key === 'user' ? plain(value) : named(key, plain(value));
      return 'level' in details ? '' : named(i18n.t('rights were'), level(value));
    },
  ],
  [/^dataset\.(rename|move)$/, ({ key, value }) => named(key === 'to' ? 'now' : key, plain(value))],
  [
    /^organization\.owner$/,
    ({ key, value }) => named(key === 'to' ? 'now' : 'before', plain(value) || i18n.t('nobody')),
  ],
];

const changed = (now: string, before: string): string =>
  before === '' || before === now ? now : i18n.t('from {before} to {now}', { before, now });

/** 0 is private; every other value lets people without an account in. */
const visibility = (value: unknown): string =>
  typeof value === 'number' ? (value === 0 ? i18n.t('private') : i18n.t('public')) : '';
const level = (value: unknown): string => (typeof value === 'number' ? levelName(value) : '');
const quota = (value: unknown): string => (typeof value === 'number' ? formatBytes(value) : i18n.t('no limit'));
const roles = (value: unknown): string =>
  Array.isArray(value) ? value.filter((role) => role !== DEACTIVATED).join(', ') : '';

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? i18n.t('yes') : i18n.t('no');
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(plain).join(', ') : JSON.stringify(value);
}
