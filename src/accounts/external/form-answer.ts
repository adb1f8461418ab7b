import { isStorable } from '../../input/index.ts';
import { isRoleName } from '../users/names.ts';
import { emailIn } from './email.ts';
import { unusableAnswer, type FormCredentials } from './form-provider.ts';
import { FORM_ISSUER, type ExternalIdentity } from './identity.ts';

const MIB = 1024 * 1024;

/**
 * The person a form-posting provider answered with. The members `username`, `email`, `roles` and `maxStorageMB` mean
 * something; the whole object is kept as metadata, less whatever repeats the secret that was sent.
 *
 * @param text the JSON object of the answer
 * @throws `busy` when a member is not what it must be
 */
export function readFormAnswer(text: string, credentials: FormCredentials): ExternalIdentity {
  const { answer, kept } = parseAnswer(text, 'token' in credentials ? credentials.token : credentials.password);
  const name = nameIn(answer) ?? ('username' in credentials ? credentials.username : undefined);
  if (name === undefined) throw unusableAnswer('it names no `username`');
  return {
    issuer: FORM_ISSUER,
    // Names are the same in any letter case here, so the provider's are too.
    subject: name.toLowerCase(),
    name,
    email: emailIn(answer['email']),
    roles: rolesIn(answer),
    storageQuota: quotaIn(answer),
    metadata: () => kept,
  };
}

type Answer = Readonly<Record<string, unknown>>;

/** The object as it is, and as it may be kept. */
function parseAnswer(text: string, secret: string): { readonly answer: Answer; readonly kept: Answer } {
  let answer: unknown;
  let kept: unknown;
  let storable = true;
  try {
    answer = JSON.parse(text);
    kept = JSON.parse(text, (name, value: unknown) => {
      if (!isStorable(name) || (typeof value === 'string' && !isStorable(value))) storable = false;
      return value === secret ? undefined : value;
    });
  } catch {
    // Also what is nested deeper than the stack.
    throw unusableAnswer('it is not JSON');
  }
  if (!isObject(answer) || !isObject(kept)) throw unusableAnswer('it is no object');
  if (!storable) throw unusableAnswer('it holds a NUL character or half of a surrogate pair');
  return { answer, kept };
}

function isObject(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameIn({ username }: Answer): string | undefined {
  if (username === undefined || username === null || username === '') return undefined;
  if (typeof username !== 'string') throw unusableAnswer('`username` is no text');
  return username;
}

function rolesIn({ roles }: Answer): readonly string[] | undefined {
  if (roles === undefined || roles === null) return undefined;
  if (!Array.isArray(roles) || !roles.every((role) => typeof role === 'string' && isRoleName(role)))
    throw unusableAnswer('`roles` is no list of role names');
  return roles as string[];
}

function quotaIn({ maxStorageMB: quota }: Answer): number | undefined {
  if (quota === undefined || quota === null) return undefined;
  if (typeof quota !== 'number' || quota < 0 || !Number.isSafeInteger(Math.floor(quota * MIB))) {
    throw unusableAnswer('`maxStorageMB` is no number of MiB');
  }
  return Math.floor(quota * MIB);
}
