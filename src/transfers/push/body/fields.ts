import { ThreadRefusal } from '../../../concurrency/index.ts';

/** What a client is told about a body that cannot be read. */
export function refusal(message: string): ThreadRefusal {
  return new ThreadRefusal('invalid-input', message);
}

/** Longest name of a field: all that mean something are words. */
const MAX_NAME = 200;

/** @throws ThreadRefusal */
export function checkName(name: string): string {
  if (name.length > MAX_NAME) throw refusal(`The field ${name.slice(0, 40)} has a name that is too long.`);
  return name;
}
