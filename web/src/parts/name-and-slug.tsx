import { TextInput } from '@mantine/core';
import { slugify, slugProblem } from '../format/slug.ts';
import { i18n } from '../languages/i18n.ts';

export type NameAndSlug = { readonly name: string; readonly slug: string; readonly slugEdited: boolean };

export const NO_NAME: NameAndSlug = { name: '', slug: '', slugEdited: false };

type NameAndSlugFieldsProps = {
  readonly value: NameAndSlug;
  readonly onChange: (value: NameAndSlug) => void;
  /** Where the slug will stand, for instance "/r/". */
  readonly prefix: string;
  /** What the service said about the slug, for instance that it is taken. */
  readonly problem: string | null;
};

/** A name, and the short form of it for addresses, which follows the name until it is edited itself. */
export function NameAndSlugFields({ value, onChange, prefix, problem }: NameAndSlugFieldsProps) {
  const wrong = problem ?? (value.slug === '' ? noSlug(value.name) : slugProblem(value.slug));
  return (
    <>
      <TextInput
        label={i18n.t('Name')}
        required
        data-autofocus
        maxLength={200}
        value={value.name}
        onChange={({ currentTarget: { value: name } }) =>
          onChange({ ...value, name, slug: value.slugEdited ? value.slug : slugify(name) })
        }
      />
      <TextInput
        label={i18n.t('Address')}
        required
        description={`${prefix}${value.slug === '' ? '…' : value.slug}`}
        autoCapitalize="none"
        spellCheck={false}
        value={value.slug}
        error={wrong}
        onChange={({ currentTarget: { value: slug } }) => onChange({ ...value, slug, slugEdited: true })}
      />
    </>
  );
}

/** A name in another script proposes no address. */
const noSlug = (name: string): string | null =>
  name.trim() === '' ? null : i18n.t('Write an address: at least two of a-z, 0-9, - and _.');

export const isComplete = ({ name, slug }: NameAndSlug): boolean => name.trim() !== '' && slugProblem(slug) === null;
