/**
 * What a decision about access costs when all it needs is remembered: the part every tile of a map pays before anything is
 * read. Decided as the server does it, on the grants of a real service, without the network around it.
 */
import { admit, type Call } from '../../src/http/index.ts';
import { createDataset, createLink } from '../../test/support/people.ts';
import { ADMIN, startService } from '../../test/support/service.ts';

const ROUNDS = 5;
const DECISIONS = 20_000;
/** The aim of the project, microseconds a decision. */
const AIM = 50;

const service = await startService();
try {
  await createDataset(service, 'admin/private', 0, ['a.txt']);
  await createDataset(service, 'admin/open', 1, ['a.txt']);
  const { token } = await createLink(service, 'admin/private', { path: 'a.txt' });
  const password = Buffer.from(`${ADMIN.userName}:${ADMIN.password}`).toString('base64');
  const rows: readonly (readonly [what: string, dataset: string, call: Partial<Call>])[] = [
    ['anonymous, public dataset', 'open', {}],
    ['session token, private dataset', 'private', { headers: { authorization: `Bearer ${service.token}` } }],
    ['session cookie, private dataset', 'private', { cookies: { jwtToken: service.token } }],
    ['name and password, private dataset', 'private', { headers: { authorization: `Basic ${password}` } }],
    ['link to a file, in the address', 'private', { query: { token, path: 'a.txt' } }],
  ];
  console.log(`Microseconds a decision, best of ${ROUNDS} rounds of ${DECISIONS} (aim: under ${AIM}):`);
  for (const [what, dsSlug, given] of rows) {
    const params = { orgSlug: 'admin', dsSlug, z: '18', x: '1', y: '1.png' };
    const call: Call = {
      method: 'GET',
      headers: {},
      cookies: {},
      query: {},
      params,
      host: 'x',
      ip: '127.0.0.1',
      ...given,
    };
    console.log(`  ${what.padEnd(36)} ${(await measure(call)).toFixed(1).padStart(6)}`);
  }
} finally {
  await service[Symbol.asyncDispose]();
}

async function measure(call: Call): Promise<number> {
  const route = service.app.routes.find(({ path }) => path === '/orgs/:orgSlug/ds/:dsSlug/tiles/:z/:x/:y')!;
  const gate = { access: service.app.access };
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    for (let decision = 0; decision < DECISIONS; decision += 1) await admit(call, route, gate);
    best = Math.min(best, ((performance.now() - started) * 1000) / DECISIONS);
  }
  return best;
}
