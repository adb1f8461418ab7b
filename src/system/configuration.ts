import Type from 'typebox';
import { settingLeaves, type SettingLeaf, type Settings } from '../settings/index.ts';

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const FieldBody = Type.Object({
  key: Type.String(),
  displayName: Type.String(),
  currentValue: nullable(Type.String({ description: 'As text; null when unset, and always of a secret' })),
  defaultValue: nullable(Type.String()),
  isSet: Type.Boolean({ description: 'Differs from the default' }),
  description: Type.String(),
  fieldType: Type.String({ description: 'text, number, bool, enum, array or password' }),
  enumOptions: nullable(Type.Array(Type.String())),
  sensitive: Type.Boolean(),
  minValue: nullable(Type.Number()),
  maxValue: nullable(Type.Number()),
  unit: nullable(Type.String()),
});

export const ConfigurationBody = Type.Object({
  sections: Type.Array(
    Type.Object({
      name: Type.String(),
      title: Type.String(),
      description: Type.String(),
      isActive: Type.Boolean(),
      fields: Type.Array(FieldBody),
    }),
  ),
});

type Field = Type.Static<typeof FieldBody>;

/** Sections of settings that have no group of their own; existing web clients know these names. */
const SECTIONS: Readonly<Record<string, string>> = {
  Secret: 'Auth',
  TokenExpirationInDays: 'Auth',
  ExternalAuthUrl: 'Auth',
  DatabaseUrl: 'Connection strings',
  DataDir: 'StoragePaths',
  MinFreeDiskPercent: 'StoragePaths',
  EnableStorageLimiter: 'OrgManagement',
  DefaultStorageQuotaMB: 'OrgManagement',
  EnableOrganizationMemberManagement: 'OrgManagement',
  EnableDefaultUserOrganization: 'OrgManagement',
  DatasetThumbnailCandidates: 'Thumbnails',
  LogLevel: 'Logging',
  AuditRetentionDays: 'Logging',
};

const UNITS = ['Seconds', 'Minutes', 'Days', 'MB', 'Percent'];

/** The settings as they are, for the page of the administrator: values as text, secrets only as being set or not. */
export function describeConfiguration(settings: Settings): Type.Static<typeof ConfigurationBody> {
  const sections = new Map<string, Field[]>();
  for (const leaf of settingLeaves) {
    const group = leaf.path.length > 1 ? leaf.name.slice(0, leaf.name.lastIndexOf('.')) : undefined;
    const name = group ?? SECTIONS[leaf.name] ?? 'Misc';
    sections.set(name, [...(sections.get(name) ?? []), describe(leaf, valueOf(settings, leaf))]);
  }
  return {
    sections: [...sections].map(([name, fields]) => ({
      name,
      title: name === name.replaceAll(' ', '') ? words(name) : name,
      description: '',
      isActive: true,
      fields,
    })),
  };
}

function describe({ name, schema }: SettingLeaf, value: unknown): Field {
  const sensitive = schema.secret ?? false;
  const fallback = text(schema.default);
  const current = text(value);
  return {
    key: name,
    displayName: words(name.slice(name.lastIndexOf('.') + 1)),
    currentValue: sensitive ? null : current,
    defaultValue: sensitive ? null : fallback,
    isSet: current !== fallback,
    description: schema.description,
    fieldType: fieldType(schema),
    enumOptions: schema.anyOf?.map((choice) => choice.const) ?? null,
    sensitive,
    minValue: schema.minimum ?? null,
    maxValue: schema.maximum ?? null,
    unit: UNITS.find((unit) => name.endsWith(unit))?.toLowerCase() ?? null,
  };
}

function fieldType(schema: SettingLeaf['schema']): string {
  if (schema.secret) return 'password';
  if (schema.anyOf) return 'enum';
  if (schema.type === 'integer') return 'number';
  if (schema.type === 'boolean') return 'bool';
  return schema.type === 'array' ? 'array' : 'text';
}

function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return value.map((each) => text(each)).join(',');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return typeof value === 'string' ? withoutSecrets(value) : null;
}

/** An address may carry a password, or a key in its query. What is no address stays as it is. */
function withoutSecrets(value: string): string {
  if (!value.includes('://')) return value;
  // Also of what no browser could open: a password may hold any sign, `@` and `/` among them.
  const shown = value.replace(/:\/\/.*@/s, '://***@');
  const end = shown.search(/[?#]/);
  return end === -1 ? shown : `${shown.slice(0, end + 1)}***`;
}

function valueOf(settings: Settings, { path }: SettingLeaf): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], settings);
}

/** `TokenExpirationInDays` -> `Token expiration in days`. */
function words(name: string): string {
  const parts = name.match(/[A-Z]+(?![a-z])|[A-Z][^A-Z]*/g) ?? [name];
  return parts.map((part, index) => (index > 0 && /[a-z]/.test(part) ? part.toLowerCase() : part)).join(' ');
}
