import { form, type CallOptions, type TestService } from './service.ts';

/** Somebody with an account at a service under test. */
export interface Person {
  readonly name: string;
  readonly password: string;
  readonly token: string;
  /** Calls the service as this person. */
  call(method: string, path: string, json?: unknown, options?: CallOptions): Promise<Response>;
}

const PASSWORD = 'password 1 of a test';

/** Gives somebody an account and signs him in. */
export async function createPerson(
  service: TestService,
  userName: string,
  roles: readonly string[] = [],
): Promise<Person> {
  const email = `${userName}@example.org`;
  await answerOf(await service.call('POST', '/users', { json: { userName, email, password: PASSWORD, roles } }));
  const json = { userName, password: PASSWORD };
  const session = await answerOf<{ token: string }>(
    await service.call('POST', '/users/authenticate', { token: null, json }),
  );
  const { token } = session!;
  return {
    name: userName,
    password: PASSWORD,
    token,
    call: (method, path, json, options = {}) =>
      service.call(method, path, { token, ...(json === undefined ? {} : { json }), ...options }),
  };
}

/** Makes somebody a member: 0 reads, 1 writes, 2 deletes, 3 manages. */
export async function addMember(
  service: TestService,
  organization: string,
  userName: string,
  permissions: number,
): Promise<void> {
  await answerOf(await service.call('POST', `/orgs/${organization}/members`, { json: { userName, permissions } }));
}

/** Makes `organization/dataset` with a small text file at each path. */
export async function createDataset(
  service: TestService,
  name: string,
  visibility: number,
  paths: readonly string[] = [],
): Promise<void> {
  const [organization, slug] = name.split('/');
  await answerOf(await service.call('POST', `/orgs/${organization}/ds`, { json: { slug, visibility } }));
  for (const path of paths) {
    const body = form({ path, file: Buffer.from(`text of ${path}`) });
    await answerOf(await service.call('POST', `/orgs/${organization}/ds/${slug}/obj`, { body }));
  }
}

export interface AccessToken {
  readonly id: string;
  readonly token: string;
}

/** Makes a personal token. @param owner session token of whom; default: the administrator */
export async function createToken(service: TestService, json: object, owner?: string): Promise<AccessToken> {
  const answer = await service.call('POST', '/users/tokens', {
    json,
    ...(owner === undefined ? {} : { token: owner }),
  });
  return (await answerOf<AccessToken>(answer))!;
}

/** Makes a link of `organization/dataset`. @param owner session token of whom; default: the administrator */
export async function createLink(
  service: TestService,
  name: string,
  json: object = {},
  owner?: string,
): Promise<AccessToken & { readonly url: string }> {
  const [organization, slug] = name.split('/');
  const path = `/orgs/${organization}/ds/${slug}/links`;
  const answer = await service.call('POST', path, { json, ...(owner === undefined ? {} : { token: owner }) });
  return (await answerOf<AccessToken & { url: string }>(answer))!;
}

async function answerOf<T>(answer: Response): Promise<T | undefined> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${new URL(answer.url).pathname} answered ${answer.status}: ${text}`);
  return text === '' ? undefined : (JSON.parse(text) as T);
}
