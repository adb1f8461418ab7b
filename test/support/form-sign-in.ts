import { expect } from 'vitest';
import { startFormProvider, type TestFormProvider } from './form-provider.ts';
import { startService, type TestService } from './service.ts';

export interface FormSession {
  readonly token: string;
  readonly expires: number;
  readonly userName: string;
  readonly roles: readonly string[];
}

/** A service that asks a provider by a form whether somebody may sign in. */
export interface FormSignIn extends AsyncDisposable {
  readonly provider: TestFormProvider;
  readonly service: TestService;
  /** The provider forgets what it was asked and lets nobody in. */
  reset(): void;
  signIn(json: object): Promise<Response>;
  /** Signs in; fails the test when that is refused. */
  session(json: object): Promise<FormSession>;
  /** What a GET answers. @param token default: the administrator's */
  get(path: string, token?: string): Promise<unknown>;
}

export async function startFormSignIn(environment: Readonly<Record<string, string>> = {}): Promise<FormSignIn> {
  const provider = await startFormProvider();
  const service = await startService({ ...environment, ExternalAuthUrl: provider.url });
  const signIn = (json: object): Promise<Response> =>
    service.call('POST', '/users/authenticate', { token: null, json });
  return {
    provider,
    service,
    reset() {
      provider.asked.length = 0;
      provider.answer = (_asked, response) => void response.writeHead(401).end();
    },
    signIn,
    async session(json) {
      const answer = await signIn(json);
      expect(answer.status, await answer.clone().text()).toBe(200);
      return (await answer.json()) as FormSession;
    },
    get: async (path, token = service.token) => (await service.call('GET', path, { token })).json(),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}
