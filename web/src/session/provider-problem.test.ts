import { expect, it } from 'vitest';
import { providerProblem } from './provider-problem.ts';

it('has words for what the service tells', () => {
  expect(providerProblem('deactivated')).toContain('deactivated');
});

it.each(['Call 0900-1234 to unlock your account', '__proto__', 'constructor', ''])(
  'shows nothing of what else is in the address: %j',
  (problem) => {
    expect(providerProblem(problem)).toBe('What the provider sent could not be trusted. Start again.');
  },
);
