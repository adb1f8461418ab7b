import { describe, expect, it } from 'vitest';
import { gateOf, type GateVisitor } from './tool-gate.ts';

const visitor = (roles: readonly string[], organization: string | undefined, isAdmin = false): GateVisitor => ({
  caller: { roles, isAdmin },
  organization,
});
const NOBODY: GateVisitor = { caller: undefined, organization: 'acre' };
const OPEN = { hidden: false, disabled: false, message: null };

describe('what a tool is to somebody', () => {
  it.each([
    ['no rule', {}, NOBODY, OPEN],
    ['rules of another tool', { other: { availability: 'Hidden' } }, NOBODY, OPEN],
    ['empty lists', { build: { allowedRoles: [], allowedOrgs: [] } }, NOBODY, OPEN],
    ['hidden', { BUILD: { availability: 'Hidden' } }, visitor([], 'acre', true), { hidden: true, disabled: true }],
    [
      'disabled',
      { build: { availability: 'Disabled', disabledMessage: 'Until Monday.' } },
      visitor([], 'acre', true),
      { hidden: false, disabled: true, message: 'Until Monday.' },
    ],
    ['a role he has', { build: { allowedRoles: ['Editor'] } }, visitor(['editor'], 'acre'), OPEN],
    [
      'a role he has not',
      { build: { allowedRoles: ['editor'] } },
      visitor(['user'], 'acre'),
      { hidden: true, disabled: true },
    ],
    ['a role, and he is nobody', { build: { allowedRoles: ['editor'] } }, NOBODY, { hidden: true, disabled: true }],
    ['a role, and he is an administrator', { build: { allowedRoles: ['editor'] } }, visitor([], 'acre', true), OPEN],
    [
      'not to be hidden',
      { build: { allowedRoles: ['editor'], hideWhenNotAllowed: false } },
      NOBODY,
      { hidden: false, disabled: true },
    ],
    ['this organization', { build: { allowedOrgs: ['Acre'] } }, visitor([], 'acre'), OPEN],
    [
      'another organization',
      { build: { allowedOrgs: ['mine'] } },
      visitor([], 'acre', true),
      { hidden: true, disabled: true },
    ],
    ['some organization, and none is meant', { build: { allowedOrgs: ['mine'] } }, visitor([], undefined), OPEN],
  ] as const)('%s', (_, rules, who, gate) => {
    expect(gateOf(rules as Parameters<typeof gateOf>[0], 'build', who)).toMatchObject(gate);
  });
});
