import type { CallOptions, TestService } from './service.ts';

/** Somebody with an account at a service under test. */
export interface Person {
  readonly name: string;
  readonly token: string;
  /** Calls the service as this person. */
  call(method: string, path: string, json?: unknown, options?: CallOptions): Promise<Response>;
}

const PASSWORD = 'password 1 of a test';

/** Gives somebody an account and signs him in. */
export async function addPerson(
  service: TestService,
  userName: string,
  roles: readonly string[] = [],
): Promise<Person> {
  const email = `${userName}@example.org`;
  const made = await service.call('POST', '/users', { json: { userName, email, password: PASSWORD, roles } });
  if (!made.ok) throw new Error(`POST /users answered ${made.status}: ${await made.text()}`);
  const session = await service.call('POST', '/users/authenticate', {
    token: null,
    json: { userName, password: PASSWORD },
  });
  const { token } = (await session.json()) as { token: string };
  return {
    name: userName,
    token,
    call: (method, path, json, options = {}) =>
      service.call(method, path, { token, ...(json === undefined ? {} : { json }), ...options }),
  };
}

/** Status of an answer, and its text when it is an error. */
export async function outcome(answer: Response): Promise<number | string> {
  return answer.status < 400 ? answer.status : `${answer.status} ${((await answer.json()) as { error: string }).error}`;
}
