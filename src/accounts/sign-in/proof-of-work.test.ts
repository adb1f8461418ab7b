import { afterEach, expect, it, vi } from 'vitest';
import { solve } from '../../../test/support/proof-of-work.ts';
import { createProofOfWork } from './proof-of-work.ts';

const SECRET = 'a secret of 32 characters or more';
const SOLVER = { user: 'digest of a name', network: '192.0.2.7' };

afterEach(() => void vi.useRealTimers());

it('asks for the work of the settings, and takes its solution in any process with the same secret', () => {
  const work = createProofOfWork(SECRET, 10);
  const challenge = work.challenge(SOLVER);
  expect([challenge.rounds, challenge.zeroBits]).toEqual([16, 6]);
  const proof = solve(challenge);
  const id = work.verify(proof, SOLVER);
  expect(id).toMatch(/^[\w-]{22}$/);
  expect(createProofOfWork(SECRET, 20).verify(proof, SOLVER)).toBe(id);
  expect(createProofOfWork(`${SECRET}.`, 10).verify(proof, SOLVER)).toBeUndefined();
  expect(work.verify(proof, { ...SOLVER, user: 'digest of another name' })).toBeUndefined();
  expect(work.verify(proof, { ...SOLVER, network: '192.0.2.8' })).toBeUndefined();
});

it('takes a solution for two minutes', () => {
  vi.useFakeTimers();
  const work = createProofOfWork(SECRET, 8);
  const proof = solve(work.challenge(SOLVER));
  vi.advanceTimersByTime(119_000);
  expect(work.verify(proof, SOLVER)).toBeDefined();
  vi.advanceTimersByTime(2000);
  expect(work.verify(proof, SOLVER)).toBeUndefined();
});

it('takes no solution with a round that is missing, wrong or given twice', () => {
  const work = createProofOfWork(SECRET, 14);
  const proof = solve(work.challenge(SOLVER));
  const [token = '', list = ''] = proof.split(':');
  const counters = list.split(',');
  const next = counters.map((counter) => String(Number(counter) + 1));
  const others = [counters.slice(1), [...counters, '0'], next, []];
  for (const each of others) expect(work.verify(`${token}:${each.join(',')}`, SOLVER)).toBeUndefined();
  expect(work.verify(proof.toUpperCase(), SOLVER)).toBeUndefined();
  expect(work.verify(proof, SOLVER)).toBeDefined();
});
