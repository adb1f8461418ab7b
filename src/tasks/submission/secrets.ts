import type { TObject } from 'typebox';
import type { Sealer } from '../../jobs/index.ts';
import type { Parameters } from './parameters.ts';

/** Names of the parameters that are secret: `writeOnly`, or null instead of it. */
export function secretNames({ properties }: TObject): readonly string[] {
  const isSecret = (schema: unknown): boolean => {
    const { writeOnly, anyOf = [] } = schema as { writeOnly?: boolean; anyOf?: readonly unknown[] };
    return writeOnly === true || anyOf.some(isSecret);
  };
  return Object.keys(properties).filter((name) => isSecret(properties[name]));
}

const present = (schema: TObject, parameters: Parameters): readonly string[] =>
  secretNames(schema).filter((name) => parameters[name] !== undefined && parameters[name] !== null);

/** Parameters as the database keeps them. @param taskId of which they are: they open for it only */
export function sealSecrets(schema: TObject, parameters: Parameters, sealer: Sealer, taskId: string): Parameters {
  const names = present(schema, parameters);
  const sealed = names.map((name) => [name, sealer.seal(JSON.stringify(parameters[name]), `${taskId} ${name}`)]);
  return { ...parameters, ...(Object.fromEntries(sealed) as Parameters) };
}

/** @throws Error for secrets that were sealed with another key of the service */
export function openSecrets(schema: TObject, parameters: Parameters, sealer: Sealer, taskId: string): Parameters {
  const opened = present(schema, parameters).map((name) => {
    const text = sealer.open(String(parameters[name]), `${taskId} ${name}`);
    if (text === undefined) throw new Error(`The parameter ${name} of a task was sealed with another key`);
    return [name, JSON.parse(text) as unknown];
  });
  return { ...parameters, ...(Object.fromEntries(opened) as Parameters) };
}

/** Parameters as they are shown, and kept when they are needed no more. */
export function withoutSecrets(schema: TObject, parameters: Parameters): Parameters {
  const secret = new Set(secretNames(schema));
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !secret.has(name)));
}

/** Parameters as keys are made of them: equal where they are, and telling nothing. */
export function digestSecrets(schema: TObject, parameters: Parameters, sealer: Sealer): Parameters {
  const digests = present(schema, parameters).map((name) => [name, sealer.digest(JSON.stringify(parameters[name]))]);
  return { ...parameters, ...(Object.fromEntries(digests) as Parameters) };
}
