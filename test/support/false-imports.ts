import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { ImportReport } from '../../src/transfers/index.ts';
import { startFalsePeer, type FalseAnswers, type FalsePeer } from './false-peer.ts';
import { startService, type TestService } from './service.ts';

/** A service that imports from false peers, one after another. */
export interface FalseImports {
  /** Imports from a false peer into an organization of its own. @returns the report and that organization */
  importFrom(answers: FalseAnswers, more?: object): Promise<{ report: ImportReport; slug: string }>;
  /** Paths directly in a folder of what was imported into an organization. */
  pathsOf(slug: string, folder?: string): Promise<string[]>;
  /** What the service answers about what was imported into an organization. @param path below the dataset */
  ask(slug: string, path: string, method?: 'GET' | 'POST'): Promise<unknown>;
  /** Parts of the requests that the last peer was asked. @param word only those that hold it */
  requests(word: string): readonly string[];
}

/** Starts the service for the tests of a file; each peer ends with its test. */
export function importsFromFalsePeers(): FalseImports {
  let service: TestService;
  let peer: FalsePeer | undefined;
  let made = 0;
  const end = async (): Promise<void> => {
    await peer?.[Symbol.asyncDispose]();
    peer = undefined;
  };
  beforeAll(async () => {
    service = await startService({
      Import__AllowedHosts: '127.0.0.1',
      Import__IdleTimeoutSeconds: '1',
      Import__MaxSizeMB: '10',
    });
  }, 60_000);
  afterEach(end);
  afterAll(() => service[Symbol.asyncDispose]());
  return {
    async importFrom(answers, more = {}) {
      await end();
      peer = await startFalsePeer(answers);
      const slug = `hostile${(made += 1)}`;
      const json = {
        sourceRegistryUrl: peer.url,
        username: 'x',
        password: 'y',
        sourceOrganization: 'there',
        sourceDataset: 'flight',
        destinationOrganization: slug,
        ...more,
      };
      const path = 'whole' in more ? '/sys/import-organization' : '/sys/import-dataset';
      const response = await service.call('POST', path, { json });
      expect(response.status).toBe(200);
      return { report: (await response.json()) as ImportReport, slug };
    },

    async pathsOf(slug, folder = '') {
      const answer = await service.call('GET', `/orgs/${slug}/ds/flight/list?path=${folder}`);
      return ((await answer.json()) as { path: string }[]).map(({ path }) => path);
    },

    async ask(slug, path, method = 'GET') {
      return (
        await service.call(method, `/orgs/${slug}/ds/flight/${path}`, method === 'POST' ? { json: {} } : {})
      ).json();
    },

    requests: (word) => peer!.requests.filter((request) => request.includes(word)),
  };
}
