import { fail } from '../../http/index.ts';
import type { User } from '../users/store.ts';
import type { ExternalUsers } from './external-users.ts';
import { readFormAnswer } from './form-answer.ts';
import { askFormProvider, type FormCredentials } from './form-provider.ts';

/** Sign-in that asks the form-posting provider (`ExternalAuthUrl`). */
export interface FormSignIn {
  /**
   * The user behind credentials of the provider, made here or brought up to date.
   *
   * @param address he comes from, for the audit log
   * @returns `undefined` when the provider refuses him, or he is deactivated here
   * @throws `busy` when the provider is away; `conflict` when his name is somebody else's here; `forbidden` when it can be
   *   nobody's
   */
  check(credentials: FormCredentials, address: string, signal?: AbortSignal): Promise<User | undefined>;
}

export function createFormSignIn(url: string, users: ExternalUsers): FormSignIn {
  return {
    async check(credentials, address, signal) {
      const text = await askFormProvider(url, credentials, signal);
      if (text === undefined) return undefined;
      const admission = await users.admit(readFormAnswer(text, credentials), address);
      if ('user' in admission) return admission.user;
      if (admission.refused === 'deactivated') return undefined;
      throw admission.refused === 'name-taken'
        ? fail('conflict', 'The name you have at the provider belongs to another user here. Ask the administrator.')
        : fail('forbidden', 'The name you have at the provider cannot be used here: only letters and digits can.');
    },
  };
}
