// No Docker engine is needed to see that the container files have kept step with the rest.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

/** @param {string} path */
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const dockerfile = read('Dockerfile');
const compose = parse(read('compose.yaml'), { merge: true });
const manifest = JSON.parse(read('tools/bootstrap/node/package.json'));
/** Instructions with continued lines joined. */
const instructions = dockerfile
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, ' ')
  .split('\n')
  .filter(Boolean);

test('the image has the Node.js that the bootstrap pins', () => {
  const version = /^ARG NODE_VERSION=(\S+)$/m.exec(dockerfile)?.[1];
  expect(new Set(Object.values(manifest.optionalDependencies))).toEqual(new Set([version]));
  const stages = instructions.filter((line) => line.startsWith('FROM'));
  expect(stages.length).toBe(2);
  for (const stage of stages) expect(stage).toMatch(/^FROM node:\$\{NODE_VERSION\}-bookworm-slim( AS build)?$/);
});

test('the lock file of the pinned Node.js holds the same version, with checksums', () => {
  const { packages } = JSON.parse(read('tools/bootstrap/node/package-lock.json'));
  for (const [name, version] of Object.entries(manifest.optionalDependencies)) {
    expect(packages[`node_modules/${name}`]).toMatchObject({ version, integrity: expect.stringMatching(/^sha512-/) });
  }
});

test('what is copied exists, and .dockerignore lets it through', () => {
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const copied = instructions
    .filter((line) => line.startsWith('COPY') && !line.includes('--from='))
    .flatMap((line) => line.split(/\s+/).slice(1, -1));
  expect(copied.length).toBeGreaterThan(5);
  for (const path of copied) {
    expect(existsSync(new URL(`../../${path}`, import.meta.url)), path).toBe(true);
    const file = path.replace(/^\.\//, '');
    expect(
      allowed.some((folder) => file === folder || file.startsWith(`${folder}/`)),
      path,
    ).toBe(true);
  }
});

test('the image has what the bootstrap makes', () => {
  for (const made of ['node_modules', 'web/dist', 'wasm', 'bundle', '.toolchain/empty-database'])
    expect(instructions).toContain(`COPY --from=build /alidade/${made} ./${made}`);
});

test('the commands are those of the repository', () => {
  expect(dockerfile).toContain('node tools/run.mjs prepare');
  expect(instructions).toContain('ENTRYPOINT ["node", "--max-semi-space-size=8", "bundle/main.js"]');
  const program = read('src/main.ts');
  for (const command of [compose.services.service.command, compose.services.worker.command].flat()) {
    expect(program).toContain(`case '${command}'`);
  }
});

test('the service runs without rights, on one data volume that the worker shares', () => {
  expect(instructions.findLast((line) => line.startsWith('USER'))).toBe('USER node');
  expect(instructions).toContain('VOLUME /data');
  for (const name of ['service', 'worker']) {
    expect(compose.services[name]).toMatchObject({
      volumes: ['data:/data'],
      read_only: true,
      cap_drop: ['ALL'],
      init: true,
    });
  }
  expect(Object.keys(compose.volumes).toSorted()).toEqual(['data', 'database']);
});

test('the service starts after the database is healthy, the worker after the service', () => {
  const { service, worker, database } = compose.services;
  expect(service.depends_on).toEqual({ database: { condition: 'service_healthy' } });
  expect(worker.depends_on.service).toEqual({ condition: 'service_healthy' });
  expect(database.image).toMatch(/^postgres:18\b/);
  expect(database.healthcheck.test.join(' ')).toContain('pg_isready');
  expect(dockerfile).toMatch(/HEALTHCHECK[\s\S]*\/version/);
});

test('no secret has a default', () => {
  const secrets = [...read('compose.yaml').matchAll(/\$\{(\w*PASSWORD\w*)([^}]*)\}/g)];
  expect(secrets.length).toBeGreaterThan(2);
  for (const [, name, rest] of secrets) expect(rest, name).toMatch(/^:\?/);
});
