import { fail } from '../../errors/index.ts';
import type { User } from '../users/store.ts';
import type { ExternalUsers } from './external-users.ts';
import { readFormAnswer } from './form-answer.ts';
import { askFormProvider, type FormCredentials } from './form-provider.ts';

/**
 * Sign-in that asks the form-posting provider (`ExternalAuthUrl`). Both answer the user, made here or brought up to date;
 * `undefined` when the provider refuses him, or he is deactivated here.
 *
 * @throws `busy` when the provider is away; `conflict` when his name is somebody else's here; `forbidden` when it can be
 *   nobody's
 */
export interface FormSignIn {
  /** @param address he comes from, for the audit log */
  byPassword(userName: string, password: string, address: string): Promise<User | undefined>;
  /** By what another page of the provider gave out. */
  byToken(token: string, address: string): Promise<User | undefined>;
}

export function createFormSignIn(url: string, users: ExternalUsers): FormSignIn {
  const check = async (credentials: FormCredentials, address: string): Promise<User | undefined> => {
    const text = await askFormProvider(url, credentials);
    if (text === undefined) return undefined;
    const admission = await users.admit(readFormAnswer(text, credentials), address);
    if ('user' in admission) return admission.user;
    if (admission.refused === 'deactivated') return undefined;
    throw admission.refused === 'name-taken'
      ? fail('conflict', 'The name you have at the provider belongs to another user here. Ask the administrator.')
      : fail('forbidden', 'The name you have at the provider cannot be used here: only letters and digits can.');
  };
  return {
    byPassword: (username, password, address) => check({ username, password }, address),
    byToken: (token, address) => check({ token }, address),
  };
}
