import { expect, it } from 'vitest';
import { fail, ServiceError } from '../errors/index.ts';
import { answerFor } from './error-answer.ts';

it('answers a known error with its text, and marks what cannot be helped by trying again', () => {
  expect(answerFor(fail('conflict', 'taken'), 'r')).toEqual({
    status: 409,
    ogcCode: 'InvalidParameterValue',
    body: { error: 'taken' },
  });
  expect(answerFor(fail('forbidden', 'no'), 'r').body).toEqual({ error: 'no', noRetry: true });
  const pointed = new ServiceError('invalid-input', 'too long', { pointer: '/params/name' });
  expect(answerFor(pointed, 'r').body).toEqual({ error: 'too long', pointer: '/params/name' });
});

it('J-8 tells nothing of the inside about faults of ours', () => {
  for (const fault of [
    new Error('select * from users at /data/x'),
    'text',
    undefined,
    null,
    { code: 'ECONNREFUSED' },
  ]) {
    const { status, body } = answerFor(fault, 'request-1');
    expect([status, Object.keys(body)]).toEqual([500, ['error']]);
    expect(body.error).toContain('request-1');
    expect(body.error).not.toMatch(/select|data|ECONN/);
  }
});

it('translates errors of lower layers', () => {
  for (const code of ['no-space', 'ENOSPC', '53100'])
    expect(answerFor(Object.assign(new Error('x'), { code }), 'r').status).toBe(507);
  expect(
    answerFor(Object.assign(new Error('x'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }), 'r').status,
  ).toBe(413);
  expect(answerFor(Object.assign(new Error('row "x" of table y'), { code: '23503' }), 'r')).toMatchObject({
    status: 409,
    body: { error: 'Something this needs was deleted meanwhile. Nothing was changed; look again.' },
  });
  expect(answerFor(Object.assign(new Error('x'), { code: '40P01' }), 'r').status).toBe(503);
  const validation = [
    { instancePath: '', params: { missingProperty: 'slug' } },
    { instancePath: '/name', message: 'must be string' },
  ];
  expect(answerFor({ validation }, 'r').body.error).toBe('The slug field is required.|name must be string');
});
