import { expect, it } from 'vitest';
import { EngineError } from '../engine/index.ts';
import { contentFault, isTooLarge } from './content-fault.ts';
import { EntryType } from './entry-type.ts';
import { unreadable } from './spatial-facts.ts';

it('what is beyond a limit of ours keeps the type of its name, with a word why', () => {
  const fault = new EngineError('too-large', 'Its description is larger than 16 MiB.');
  expect(unreadable(fault, EntryType.Model, 'a model')).toMatchObject({
    type: EntryType.Model,
    properties: { warning: 'This file cannot be read as a model. Its description is larger than 16 MiB.' },
  });
  expect(unreadable(new EngineError('refused', 'No.'), EntryType.Model, 'a model').type).toBe(EntryType.Generic);
});

it('tells limits from faults', () => {
  const codes = ['timeout', 'idle-timeout', 'memory', 'too-large', 'crashed', 'refused', 'failed', 'busy'] as const;
  expect(codes.filter((code) => isTooLarge(new EngineError(code, 'x')))).toEqual(codes.slice(0, 4));
  expect(isTooLarge(new Error('memory'))).toBe(false);
});

it.each(['busy', 'ended'] as const)(
  'a file that nobody could look at (%s) is to be sent again, and not at fault',
  (code) => {
    const look = (): string => contentFault(new EngineError(code, 'In words.'));
    expect(look).toThrow(expect.objectContaining({ code: 'busy', message: 'In words.' }));
  },
);
