import { LANGUAGE } from '../languages/language.ts';

/**
 * The service speaks English. Pages in another language load what it says in theirs, and begin with that before its first answer; pages
 * with some English are of more use than none.
 */
const answers = LANGUAGE === 'en' ? null : import('../languages/service/answers.ts').catch(() => null);

/** @param what a route, the name of an event, or `problem` */
export const inLanguage = async <T>(what: string, value: T): Promise<T> =>
  (await answers)?.translated(what, value) ?? value;
