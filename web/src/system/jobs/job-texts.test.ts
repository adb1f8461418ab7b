import { expect, test } from 'vitest';
import type { Task } from '../../api/admin/system.ts';
import { jobSubject, stateName, toolName } from './job-texts.ts';

test('a clean-up has the same name among the jobs as on the page that starts it', () => {
  expect(toolName('cleanup')).toBe('Unreferenced files');
  expect(toolName('artifact-check')).toBe('Missing maps');
  expect(toolName('import-dataset')).toBe('Import of a dataset');
  expect(toolName('build-pending')).toBe('Retry of builds that wait');
  expect(toolName('new-tool')).toBe('New tool');
});

test('what a job is about', () => {
  const nothing = { orgSlug: null, dsSlug: null, path: null, import: null } as Task;
  expect(jobSubject(nothing)).toBe('The service');
  expect(jobSubject({ ...nothing, orgSlug: 'club', dsSlug: 'a', path: 'b.tif' })).toBe('club/a/b.tif');
  const way = { source: 'http://peer:1', from: 'x', to: 'y', datasets: null, files: null, failures: null };
  expect(jobSubject({ ...nothing, import: way })).toBe('peer:1, x → y');
});

test('states in words', () => {
  expect(['Succeeded', 'DoneWithFailures', 'Other'].map(stateName)).toEqual(['Done', 'Done with failures', 'Other']);
});
