import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentSettings, loadSettings } from './index.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-settings-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const fromFile = async (content: string, environment: Record<string, string> = {}) => {
  const file = join(folder, 'settings.json');
  await writeFile(file, content);
  return loadSettings({ SETTINGS_FILE: file, ...environment });
};

describe('settings', () => {
  it('has a default for everything that needs one, and cannot be changed', () => {
    const settings = loadSettings({});
    expect(settings).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      dataDir: './data',
      defaultAdmin: { userName: 'admin' },
    });
    expect(settings.databaseUrl).toBeUndefined();
    expect(Object.isFrozen(settings.defaultAdmin)).toBe(true);
  });

  it('reads file and environment in any letter case; the environment wins; an empty variable is none', async () => {
    const content = JSON.stringify({
      port: 1,
      DefaultAdmin: { PASSWORD: 'from file', userName: 'chief' },
      AllowedOrigins: ['https://a'],
    });
    const settings = await fromFile(content, {
      DEFAULTADMIN__password: 'from environment',
      PORT: '',
      TILES__CACHEMB: '7',
    });
    expect(settings).toMatchObject({
      port: 1,
      defaultAdmin: { password: 'from environment', userName: 'chief' },
      allowedOrigins: ['https://a'],
      tiles: { cacheMB: 7 },
    });
  });

  it('takes lists and truth values from the environment', () => {
    const settings = loadSettings({
      ALLOWED_ORIGINS: 'https://a, https://b',
      TRUST_PROXY: 'TRUE',
      PasswordPolicy__RequireDigit: '0',
    });
    expect(settings).toMatchObject({
      allowedOrigins: ['https://a', 'https://b'],
      trustProxy: true,
      passwordPolicy: { requireDigit: false },
    });
  });

  it.each([
    ['PORT', '8o80', 'Port must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'Port must be a whole number from 0 to 65535'],
    ['DATABASE_URL', 'mysql://x', 'DatabaseUrl must be a text that fits'],
    ['Secret', 'hunter2', 'Secret must be a text that fits'],
    ['TRUST_PROXY', 'maybe', 'TrustProxy must be true or false'],
    ['LOG_LEVEL', 'loud', 'LogLevel must be one of fatal, error'],
    ['DefaultAdmin__Pasword', 'secret9', 'DefaultAdmin__Pasword is not a setting'],
    ['DefaultAdmin__UserName', '../x', 'DefaultAdmin.UserName must be'],
  ])('stops at %s=%s, naming it and not its value', (variable, value, message) => {
    expect(() => loadSettings({ [variable]: value })).toThrow(message);
    expect(() => loadSettings({ [variable]: value })).not.toThrow(value);
  });

  it('has the interface’s own name for the idle time of builds; the first name of a setting wins', () => {
    const ALIAS = 'SVC_BUILDLOD_IDLE_TIMEOUT_SECONDS';
    const idle = (environment: Record<string, string>): number => loadSettings(environment).builds.idleTimeoutSeconds;
    expect([idle({}), idle({ [ALIAS]: '' }), idle({ [ALIAS]: '1' }), idle({ [ALIAS]: '86400' })]).toEqual([
      3600, 3600, 1, 86_400,
    ]);
    expect(idle({ [ALIAS]: '7', Builds__IdleTimeoutSeconds: '8' })).toBe(8);
    expect(idle({ Builds__IdleTimeoutSeconds: '8', [ALIAS]: '7' })).toBe(8);
    for (const value of ['0', '86401', '-1', '1.5', '1e3', '60s', 'abc', 'null', 'Infinity'])
      for (const others of [{}, { Builds__IdleTimeoutSeconds: '8' }])
        expect(() => idle({ [ALIAS]: value, ...others })).toThrow(`${ALIAS} must be a whole number from 1 to 86400`);
  });

  it('takes objects from the file, their members in any letter case, and as JSON from the environment', async () => {
    const tools = { 'Bulk-Download': { AVAILABILITY: 'Hidden', allowedroles: ['Chief'] } };
    const node = { ID: 'default', Url: 'https://node.example', token: 'hidden' };
    const read = [{ id: 'default', url: 'https://node.example', token: 'hidden' }];
    const settings = await fromFile(JSON.stringify({ PROCESSINGPLATFORM: { Tools: tools, NodeOdm: [node] } }), {
      ProcessingPlatform__OrgDailyOutputBytes: '{"default": 5, "Survey": 0}',
    });
    expect(settings.processingPlatform).toMatchObject({
      tools: { 'Bulk-Download': { availability: 'Hidden', allowedRoles: ['Chief'] } },
      nodeOdm: read,
      orgDailyOutputBytes: { default: 5, Survey: 0 },
    });
    const inCapitals = loadSettings({ ProcessingPlatform__NodeOdm: JSON.stringify([node]) });
    expect(inCapitals.processingPlatform.nodeOdm).toEqual(read);
    for (const value of ['[', '[]', '{"a": {"Availability": "Gone"}}', '{"a": {"Other": 1}}'])
      expect(() => loadSettings({ ProcessingPlatform__Tools: value })).toThrow('ProcessingPlatform.Tools must be JSON');
    expect(() => loadSettings({ ProcessingPlatform__DefaultRasterTileSize: '100' })).toThrow('a multiple of 16');
    expect(() => loadSettings({ ProcessingPlatform__NodeOdm: '[{"Url": "file:///"}]' })).toThrow('NodeOdm');
  });

  it('takes nodes by the newer name of their setting, from the file as well, and by one of both only', async () => {
    const nodes = [{ url: 'https://node.example' }];
    const named = { ProcessingPlatform__NodeOdx: JSON.stringify(nodes) };
    expect(loadSettings(named).processingPlatform.nodeOdm).toEqual(nodes);
    const inFile = await fromFile(JSON.stringify({ processingPlatform: { nodeOdx: nodes } }));
    expect(inFile.processingPlatform.nodeOdm).toEqual(nodes);
    const twice = { ProcessingPlatform: { NodeOdm: [], NodeOdx: nodes } };
    await expect(fromFile(JSON.stringify(twice))).rejects.toThrow('ProcessingPlatform.NodeOdx is given twice');
    expect(() => loadSettings({ ProcessingPlatform__NodeOdx: '{}' })).toThrow(
      'ProcessingPlatform__NodeOdx must be JSON',
    );
  });

  it('stops at a file that is missing, broken, or holds unknown names', async () => {
    expect(() => loadSettings({ SETTINGS_FILE: join(folder, 'none.json') })).toThrow('SETTINGS_FILE must name a file');
    await expect(fromFile('{')).rejects.toThrow('must hold one JSON object');
    await expect(fromFile('[]')).rejects.toThrow('must hold one JSON object');
    await expect(fromFile('{"Prot": 1, "DefaultAdmin": {"Pass": "x"}}')).rejects.toThrow(
      /Prot is not a setting\n.*DefaultAdmin\.Pass is not a setting/,
    );
    await expect(fromFile('{"__proto__": {"port": 1}}')).rejects.toThrow('__proto__ is not a setting');
  });

  it('is documented as it is', async () => {
    const page = await readFile(new URL('../../docs/settings.md', import.meta.url), 'utf8');
    expect(page, 'write it anew with npm run docs').toBe(documentSettings());
  });
});
