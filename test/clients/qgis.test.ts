import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIELDS, MAPS, ORTHO, startMapService } from '../support/map-service.ts';
import { hasProgram } from '../support/programs.ts';
import { ADMIN, type TestService } from '../support/service.ts';

const PYTHON = '/usr/bin/python3';
const SCRIPT = join(import.meta.dirname, 'qgis-layers.py');
const hasQgis = hasProgram(PYTHON, '-c', 'import qgis.core');
const NO_QGIS = `QGIS is not installed for ${PYTHON} (Debian: qgis, python3-qgis)`;
/** QGIS starts in some seconds, and asks for each layer twice or thrice. */
const TIMEOUT_MS = 110_000;

let service: TestService;
beforeAll(async () => {
  if (!hasQgis) return;
  service = await startMapService();
  await service.call('PUT', MAPS, { json: { visibility: 0 } });
});
afterAll(() => (hasQgis ? service[Symbol.asyncDispose]() : undefined));

interface Check {
  readonly check: string;
  readonly passed: boolean;
}

/** The lines the script prints; what QGIS itself says on the way is left out. */
async function runScript(...args: readonly string[]): Promise<readonly Check[]> {
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(PYTHON, [SCRIPT, ...args], { timeout: TIMEOUT_MS, maxBuffer: 2 ** 24 }, (_error, stdout, stderr) =>
    resolve(`${stdout}\n${stderr.slice(-2000)}`),
  );
  const output = await promise;
  const lines = output.split('\n').filter((line) => line.startsWith('{"check"'));
  if (lines.length === 0) throw new Error(`The script printed no check:\n${output}`);
  return lines.map((line) => JSON.parse(line) as Check);
}

it.skipIf(!hasQgis)(
  `QGIS opens the layers of a private dataset by name and password${hasQgis ? '' : ` (skipped: ${NO_QGIS})`}`,
  async () => {
    const listed = await service.call('GET', `${MAPS}/obj?path=${encodeURIComponent(FIELDS)}`);
    const { hash } = (await listed.json()) as { readonly hash: string };
    const { userName, password } = ADMIN;
    const checks = await runScript(service.url + MAPS, userName, password, ORTHO, FIELDS, `alidade:${FIELDS}`, hash);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    expect(checks.map(({ check }) => check)).toEqual([
      `WMS ${ORTHO}`,
      `WMS ${FIELDS}`,
      `WMTS ${ORTHO}`,
      'WFS 2.0.0',
      'WFS 1.1.0',
      'WCS 1.0.0',
      'WCS 1.1.0',
      'vector tiles',
    ]);
  },
);
