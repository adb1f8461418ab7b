import type { TObject } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import Value from 'typebox/value';
import { fail, ServiceError } from '../../errors/index.ts';
import { isStorable } from '../../input/index.ts';
import type { Submission } from '../service.ts';

export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Parameters as a tool sees them: defaults filled in, nothing converted, nothing that its schema does not name.
 *
 * @throws `invalid-input` naming what is wrong
 */
export function readParameters(
  schema: TObject,
  { params = {}, path }: Pick<Submission, 'params' | 'path'>,
): Parameters {
  const given = { ...withPath(schema, params, path) };
  const filled = Value.Default(schema, structuredClone(given));
  const problems = Value.Errors(schema, filled);
  const [problem] = problems;
  if (problem !== undefined) {
    const place = problem.instancePath.split('/').filter(Boolean).join('.');
    const missing = problem.keyword === 'required' ? `/${problem.params.requiredProperties[0] ?? ''}` : '';
    const pointer = `/params${problem.instancePath}${missing}`;
    const here = problems.filter(({ instancePath }) => instancePath === problem.instancePath);
    const words = `params${place === '' ? '' : `.${place}`} ${wordsOf(problem.message, here)}`;
    throw new ServiceError('invalid-input', words, { pointer });
  }
  refuseUnstorable(filled, '');
  return filled as Parameters;
}

/** Texts at any depth that the database cannot hold. @param place JSON pointer of the value within the parameters */
function refuseUnstorable(value: unknown, place: string): void {
  if (typeof value === 'string' && !isStorable(value)) {
    const words = `params${place.replaceAll('/', '.')} must not hold a NUL character or half of a surrogate pair.`;
    throw new ServiceError('invalid-input', words, { pointer: `/params${place}` });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) refuseUnstorable(inner, `${place}/${name}`);
}

/** What is wrong with a value; what would do, where that is a list. */
function wordsOf(message: string, problems: readonly TLocalizedValidationError[]): string {
  const allowed = problems.flatMap(({ keyword, params }) =>
    keyword === 'enum' ? params.allowedValues : keyword === 'const' ? [params.allowedValue] : [],
  );
  if (allowed.length > 0) return `must be one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}`;
  // What a schema without additional properties says of one.
  return message === 'schema is false' ? 'is no parameter of this tool' : message;
}

/** The path stands beside the parameters, among them, or in both places. */
function withPath(schema: TObject, params: object, path: string | undefined): object {
  if (Array.isArray(params)) throw fail('invalid-input', 'params must be an object');
  if (path === undefined || path === '') return params;
  if (!Object.hasOwn(schema.properties, 'path'))
    throw fail('invalid-input', `path: this tool has no such parameter. ${pathsOf(schema)}`);
  const inside = Object.hasOwn(params, 'path') ? (params as { path: unknown }).path : undefined;
  if (inside !== undefined && inside !== path)
    throw fail('invalid-input', 'path and params.path name different files.');
  return { ...params, path };
}

/** Where a tool wants its files named. */
function pathsOf({ properties }: TObject): string {
  const names = Object.entries(properties)
    .filter(([, field]) => 'x-input' in field && (field['x-input'] === 'path' || field['x-input'] === 'paths'))
    .map(([name]) => `params.${name}`);
  return names.length === 0 ? 'It works on the whole dataset.' : `Its files are named in ${names.join(' and ')}.`;
}
