import type { TSchema } from 'typebox';
import { settingsSchema } from './definition.ts';

/** One setting: where it stands in the settings object, how it is written by people, and its schema. */
export interface SettingLeaf {
  /** Path in the settings object, e.g. `['defaultAdmin', 'password']`. */
  readonly path: readonly string[];
  /** Name in messages and documentation, e.g. `DefaultAdmin.Password`. */
  readonly name: string;
  /** Names of the environment variable; the first is the documented one, and wins. */
  readonly environment: readonly string[];
  readonly schema: LeafSchema;
  readonly required: boolean;
}

/** The parts of a JSON schema a setting uses. */
export type LeafSchema = TSchema & {
  readonly type?: 'string' | 'integer' | 'boolean' | 'array' | 'object';
  readonly anyOf?: readonly { const: string }[];
  readonly description: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly secret?: boolean;
  /** Objects: in the environment they are JSON. */
  readonly json?: boolean;
  readonly multipleOf?: number;
  /** One more name of the environment variable; with levels (`A__B`) of the setting in the file, too. */
  readonly alias?: string;
};

interface ObjectSchema {
  readonly type?: string;
  readonly json?: boolean;
  readonly properties?: Record<string, ObjectSchema>;
  readonly required?: readonly string[];
}

/** All settings in the order they are defined. */
export const settingLeaves: readonly SettingLeaf[] = collect(settingsSchema as unknown as ObjectSchema, []);

function collect(schema: ObjectSchema, path: readonly string[]): SettingLeaf[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    const here = [...path, key];
    if (child.type === 'object' && child.json !== true) return collect(child, here);
    const pascal = here.map((part) => part[0]!.toUpperCase() + part.slice(1));
    const leaf = child as LeafSchema;
    const own = here.length === 1 ? [shouting(key), pascal[0]!] : [pascal.join('__')];
    return [
      {
        path: here,
        name: pascal.join('.'),
        environment: [...own, ...(leaf.alias === undefined ? [] : [leaf.alias])],
        schema: leaf,
        required: schema.required?.includes(key) ?? false,
      },
    ];
  });
}

/** `dataDir` -> `DATA_DIR`, `quotaMB` -> `QUOTA_MB`: how single-level settings are usually written in the environment. */
function shouting(key: string): string {
  return key.replaceAll(/[A-Z]+/g, '_$&').toUpperCase();
}
