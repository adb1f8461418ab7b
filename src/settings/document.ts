import { settingLeaves, type LeafSchema } from './leaves.ts';

/** The page `docs/settings.md`, made from the definition that validates the settings. */
export function documentSettings(): string {
  const rows = settingLeaves.map(
    ({ name, environment, schema }) =>
      `| \`${name}\` | ${variables(environment[0], schema.alias)} | ${kind(schema)} | ${fallback(schema)} | ${schema.description.replaceAll('|', '\\|')} |`,
  );
  return `# Settings

Made from \`src/settings/definition.ts\` by \`npm run docs\`; do not edit by hand.

Settings come from the file \`./alidade.json\` (or the one that \`SETTINGS_FILE\` names) and from the environment, which
wins. In the file a name with a dot is nested: \`{"DefaultAdmin": {"Password": "…"}}\`. Letter case does not matter. An
unknown or invalid setting stops the start and is named, never shown.

Settings named MB, and \`maxStorageMB\` in metadata, count in MiB: 1 MB is 1,048,576 bytes. The web pages show and take
decimal units: 1 MB is 1,000,000 bytes. The API counts in bytes everywhere else.

| Setting | Environment | Type | Default | Meaning |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

const variables = (...names: readonly (string | undefined)[]): string =>
  names.flatMap((name) => (name === undefined ? [] : [`\`${name}\``])).join(' or ');

function kind(schema: LeafSchema): string {
  if (schema.anyOf) return schema.anyOf.map((choice) => `\`${choice.const}\``).join(', ');
  if (schema.json) return schema.type === 'array' ? 'list; in the environment JSON' : 'object; in the environment JSON';
  if (schema.type === 'integer') return `whole number, ${schema.minimum} to ${schema.maximum}`;
  if (schema.type === 'boolean') return '`true` or `false`';
  if (schema.type === 'array') return 'list; in the environment comma-separated';
  return schema.secret ? 'text, secret' : 'text';
}

function fallback(schema: LeafSchema): string {
  if (schema.default === undefined) return 'unset';
  if (schema.json)
    return Object.keys(schema.default as object).length === 0 ? 'empty' : `\`${JSON.stringify(schema.default)}\``;
  if (Array.isArray(schema.default)) return schema.default.length === 0 ? 'empty' : `\`${schema.default.join(',')}\``;
  return schema.default === '' ? 'empty' : `\`${JSON.stringify(schema.default).replaceAll('"', '')}\``;
}
