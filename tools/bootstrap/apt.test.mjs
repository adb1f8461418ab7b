import { expect, test } from 'vitest';
import { missingPackages, parsePolicy, planApt } from './apt.mjs';

const system = { hasApt: true, isRoot: true, hasSudo: false, isConsistent: true, known: ['make', 'g++'] };
const verbs = (/** @type {readonly (readonly string[])[]} */ commands) =>
  commands.map((command) => command.find((word) => ['install', 'update', '--configure'].includes(word)));

test('only what is missing is asked for, each package once', () => {
  const needs = [
    { program: 'make', package: 'make' },
    { program: 'gdalinfo', package: 'gdal-bin' },
    { program: 'gdalwarp', package: 'gdal-bin' },
  ];
  expect(missingPackages(needs, (program) => program === 'make')).toEqual(['gdal-bin']);
  expect(missingPackages(needs, () => true)).toEqual([]);
});

test('nothing missing: nothing is called', () => {
  expect(planApt([], { ...system, hasApt: false }).commands).toEqual([]);
});

test('known packages are installed without asking the mirrors for lists', () => {
  const { commands } = planApt(['make', 'g++'], system);
  expect(verbs(commands)).toEqual(['install']);
  expect(commands[0]?.slice(0, 3)).toEqual(['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']);
  expect(commands[0]).toContain('--no-install-recommends');
});

test('lists are fetched first when they are missing, and an interrupted dpkg is finished before that', () => {
  const { commands } = planApt(['make', 'chromium'], { ...system, isConsistent: false });
  expect(verbs(commands)).toEqual(['--configure', 'update', 'install']);
});

test('sudo stands before every command, and never asks', () => {
  const { commands } = planApt(['make', 'new'], { ...system, isRoot: false, hasSudo: true });
  expect(commands.length).toBe(2);
  for (const command of commands) expect(command.slice(0, 3)).toEqual(['sudo', '-n', 'env']);
});

test('without rights nothing is called and the command to run is named', () => {
  const plan = planApt(['libgdal-dev', 'make'], { ...system, isRoot: false });
  expect(plan.commands).toEqual([]);
  expect(plan.byHand).toContain('sudo apt-get install --no-install-recommends libgdal-dev make');
});

test('another system than Debian is left alone', () => {
  const plan = planApt(['make'], { ...system, hasApt: false });
  expect(plan.commands).toEqual([]);
  expect(plan.refusal).toContain('no apt-get');
});

test('reads what apt-cache offers', () => {
  const policy = [
    'make:',
    '  Installed: (none)',
    '  Candidate: 4.3-4.1',
    '  Version table:',
    '     4.3-4.1 500',
    'virtual-only:',
    '  Installed: (none)',
    '  Candidate: (none)',
    '  Version table:',
    'g++:',
    '  Installed: 4:12.2.0-3',
    '  Candidate: 4:12.2.0-3',
    '',
  ].join('\n');
  expect(parsePolicy(policy)).toEqual(['make', 'g++']);
  expect(parsePolicy('')).toEqual([]);
});
