import { readFileSync } from 'node:fs';
import Value from 'typebox/value';
import type { Settings } from './definition.ts';
import { fitNames } from './fit-names.ts';
import { settingLeaves, type LeafSchema, type SettingLeaf } from './leaves.ts';

/** Settings that cannot be used. The message names each bad setting and what it must be, never its value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings file and the environment (which wins) into one frozen object.
 *
 * @param environment variables of the process; `SETTINGS_FILE` names the file (default `./alidade.json`, may be absent)
 * @throws SettingsError naming every unknown or invalid setting
 */
export function loadSettings(environment: Environment): Settings {
  const problems: string[] = [];
  const fromFile = readSettingsFile(environment['SETTINGS_FILE'], problems);
  const fromEnvironment = readEnvironment(environment, problems);
  const settings: Record<string, unknown> = {};
  for (const leaf of settingLeaves) {
    const variables = fromEnvironment.get(leaf.name) ?? [];
    const given = fitNames(leaf.schema, variables[0]?.value ?? fromFile.get(leaf.name));
    const value = given === undefined ? leaf.schema.default : given;
    // A name that only the environment has is what its user knows; also one that another name wins over must be sound.
    const unsound = variables.find(({ value: its }) => !Value.Check(leaf.schema, fitNames(leaf.schema, its)));
    const name = unsound !== undefined && sameName(unsound.name, leaf.schema.alias ?? '') ? unsound.name : leaf.name;
    if (value === undefined && !leaf.required) place(settings, leaf.path, undefined);
    else if (unsound === undefined && Value.Check(leaf.schema, value)) place(settings, leaf.path, value);
    else problems.push(`${name} must be ${expectation(leaf.schema)}`);
  }
  if (problems.length > 0) {
    throw new SettingsError(`These settings cannot be used (see docs/settings.md):\n  ${problems.join('\n  ')}`);
  }
  return deepFreeze(settings) as Settings;
}

function readSettingsFile(named: string | undefined, problems: string[]): Map<string, unknown> {
  const path = named ?? './alidade.json';
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if (named !== undefined || (cause as NodeJS.ErrnoException).code !== 'ENOENT') {
      problems.push('SETTINGS_FILE must name a file that can be read');
    }
    return new Map();
  }
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content !== 'object' || content === null || Array.isArray(content)) throw new TypeError('not an object');
    return flatten(content as Record<string, unknown>, problems);
  } catch {
    problems.push('the settings file must hold one JSON object');
    return new Map();
  }
}

/** Values of a nested object by setting name; whatever is no setting becomes a problem. */
function flatten(content: Record<string, unknown>, problems: string[]): Map<string, unknown> {
  const values = new Map<string, unknown>();
  const visit = (object: Record<string, unknown>, prefix: string): void => {
    for (const [key, value] of Object.entries(object)) {
      const name = prefix + key;
      const leaf = settingLeaves.find((candidate) => namesInFile(candidate).some((known) => sameName(known, name)));
      if (leaf && values.has(leaf.name)) problems.push(`${name} is given twice, by its other name as well`);
      else if (leaf) values.set(leaf.name, value);
      else if (isSection(name) && typeof value === 'object' && value !== null)
        visit(value as Record<string, unknown>, `${name}.`);
      else problems.push(`${name} is not a setting`);
    }
  };
  visit(content, '');
  return values;
}

/** An alias that has levels is one in the file as well. */
const namesInFile = ({ name, schema: { alias } }: SettingLeaf): readonly string[] =>
  alias?.includes('__') ? [name, alias.replaceAll('__', '.')] : [name];

/** What a variable of the environment says. */
interface Variable {
  readonly name: string;
  readonly value: unknown;
}

/** Values by setting name, the one of its first name first. */
function readEnvironment(environment: Environment, problems: string[]): ReadonlyMap<string, readonly Variable[]> {
  const values = new Map<string, Variable[]>();
  for (const [variable, raw] of Object.entries(environment)) {
    if (raw === undefined || raw === '') continue;
    const leaf = settingLeaves.find(({ environment: names }) => names.some((name) => sameName(name, variable)));
    if (leaf) values.set(leaf.name, [...(values.get(leaf.name) ?? []), { name: variable, value: parse(leaf, raw) }]);
    else if (variable.includes('__') && isSection(variable.slice(0, variable.indexOf('__')))) {
      problems.push(`${variable} is not a setting`);
    }
  }
  for (const leaf of settingLeaves) {
    const rank = ({ name }: Variable): number => leaf.environment.findIndex((known) => sameName(known, name));
    values.get(leaf.name)?.sort((left, right) => rank(left) - rank(right));
  }
  return values;
}

/** Text of an environment variable as the type of its setting; left as text, and so refused, when it does not fit. */
function parse(leaf: SettingLeaf, raw: string): unknown {
  if (leaf.schema.json) return parseJson(raw);
  switch (leaf.schema.type) {
    case 'integer':
      return /^-?\d{1,15}$/.test(raw.trim()) ? Number(raw) : raw;
    case 'boolean':
      return { true: true, false: false, '1': true, '0': false }[raw.trim().toLowerCase()] ?? raw;
    case 'array':
      return raw
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
    default:
      return raw;
  }
}

/** Text that is no JSON stays text, and so is refused. */
function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

function expectation(schema: LeafSchema): string {
  if (schema.anyOf) return `one of ${schema.anyOf.map((choice) => choice.const).join(', ')}`;
  if (schema.json) return `JSON as in docs/settings.md, ${schema.type === 'array' ? 'a list' : 'an object'}`;
  if (schema.type === 'integer' && schema.multipleOf)
    return `a multiple of ${schema.multipleOf} from ${schema.minimum} to ${schema.maximum}`;
  if (schema.type === 'integer') return `a whole number from ${schema.minimum} to ${schema.maximum}`;
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'array') return 'a list of texts';
  return `a text that fits: ${schema.description}`;
}

function sameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

function isSection(name: string): boolean {
  return settingLeaves.some((leaf) => leaf.name.toLowerCase().startsWith(`${name.toLowerCase()}.`));
}

function place(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key, ...rest] = path as [string, ...string[]];
  if (rest.length > 0) place((target[key] ??= {}) as Record<string, unknown>, rest, value);
  else if (value !== undefined) target[key] = value;
}

function deepFreeze<T extends object>(object: T): T {
  for (const value of Object.values(object)) if (typeof value === 'object' && value !== null) deepFreeze(value);
  return Object.freeze(object);
}
