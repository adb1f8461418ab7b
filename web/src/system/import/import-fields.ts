import type { NewImport } from '../../api/admin/system.ts';
import { i18n } from '../../languages/i18n.ts';

/** What stands in the form, as text. */
export type ImportFields = Readonly<
  Record<'address' | 'userName' | 'password' | 'organization' | 'dataset' | 'toOrganization' | 'toDataset', string>
>;

export const EMPTY_IMPORT: ImportFields = {
  address: '',
  userName: '',
  password: '',
  organization: '',
  dataset: '',
  toOrganization: '',
  toDataset: '',
};

/** Says what is wrong with the other installation's address; nothing typed is not wrong yet. */
export function sourceProblem(address: string): string | null {
  if (address.trim() === '') return null;
  const url = URL.parse(address.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return i18n.t('Type a whole address: https://data.example.org');
  return url.pathname === '/' && url.search === '' && url.hash === ''
    ? null
    : i18n.t('Only the installation’s own address, without a path.');
}

/** The import to ask for, or null while something is missing. */
export function importOf(fields: ImportFields): NewImport | null {
  const text = (name: keyof ImportFields): string => fields[name].trim();
  if (text('address') === '' || sourceProblem(fields.address) !== null || text('organization') === '') return null;
  // Name and password go together: one alone would be refused.
  if ((text('userName') === '') !== (fields.password === '')) return null;
  const withText = <Key extends string>(key: Key, value: string): Partial<Record<Key, string>> =>
    value === '' ? {} : ({ [key]: value } as Record<Key, string>);
  return {
    sourceRegistryUrl: new URL(text('address')).origin,
    sourceOrganization: text('organization'),
    ...withText('username', text('userName')),
    ...withText('password', fields.password),
    ...withText('sourceDataset', text('dataset')),
    ...withText('destinationOrganization', text('toOrganization')),
    ...withText('destinationDataset', text('dataset') === '' ? '' : text('toDataset')),
  };
}

/** Where an import goes, for the page's address: "organization" or "organization/dataset". */
export const destinationOf = (wanted: NewImport): string =>
  [wanted.destinationOrganization ?? wanted.sourceOrganization, wanted.destinationDataset]
    .filter((it) => it !== undefined)
    .join('/');

/** The place here of a dataset that the report names by its place there. */
export function arrivedAt(
  into: string | undefined,
  there: { readonly organization: string; readonly dataset: string | null },
): { readonly org: string; readonly ds: string } {
  const [org = there.organization, ds = there.dataset ?? ''] = into?.split('/') ?? [];
  return { org, ds };
}
