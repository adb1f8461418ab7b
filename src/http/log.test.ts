import { expect, it } from 'vitest';
import { fail } from '../errors/index.ts';
import { describeError, describeRefusal } from './log.ts';

it('J-9 tells what failed and why, and nothing that a statement carried', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    params: ['$argon2id$hash'],
    query: 'insert',
  });
  const described = describeError(new Error('The user cannot be stored', { cause }));
  expect(described).toMatchObject({ type: 'Error', message: 'The user cannot be stored' });
  expect(described.stack).toMatch(/caused by: Error: duplicate key/);
  expect(JSON.stringify([described, describeError(cause)])).not.toMatch(/argon2id|insert/);
  expect(describeError(cause)).toMatchObject({ code: '23505' });
});

it('ends at a circle of causes', () => {
  const first = new Error('first');
  const second = new Error('second', { cause: first });
  first.cause = second;
  expect(describeError(first).stack.match(/caused by/g)).toHaveLength(4);
});

it('tells of a refusal its text, and the error itself where something is broken', () => {
  expect(describeRefusal(fail('busy', 'Too many maps at once.'))).toEqual({ reason: 'Too many maps at once.' });
  const broken = fail('busy', 'The database does not answer.', new Error('connect ECONNREFUSED'));
  expect(describeRefusal(broken)).toEqual({ err: broken });
});
