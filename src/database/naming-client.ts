import { LRUCache } from 'lru-cache';
import { SharedClient } from './clients.ts';

/** A statement gets a name when it is sent this often: most others are sent once in a while. */
const ASKED = 3;
/** Each named statement takes about 50 kB of the database's memory. */
const MOST_NAMES = 256;
/** Number of statements that are counted before they get a name. */
const COUNTED = 512;

/**
 * Statements with a pattern are planned for each pattern, which decides on the index: with one plan for all patterns a search
 * among 100,000 entries takes three times as long.
 */
const WITH_PATTERN = / like \$/;

/**
 * Longest list of a prepared statement, in values. A list is looked up by hash only in a plan that knows its values: with one plan
 * for all lists each row is compared with value after value, and finding the builds of 1,000 files among 2,000 takes a second
 * instead of a few milliseconds.
 */
const SHORT_LIST = 8;
const isLongList = (value: unknown): boolean => Array.isArray(value) && value.length > SHORT_LIST;

/** A connection that prepares the statements that are sent often: parsing is half of the cost of a small statement. */
export class NamingClient extends SharedClient {
  readonly #asked = new LRUCache<string, number>({ max: COUNTED });
  readonly #names = new Map<string, string>();

  override query: SharedClient['query'] = (...parameters: readonly unknown[]): never => {
    const [text, values] = parameters;
    const query = (...given: readonly unknown[]): never => super.query(...(given as [string])) as never;
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return query(...parameters);
    const name = values.some(isLongList) ? undefined : this.#nameOf(text);
    return name === undefined ? query(...parameters) : query({ name, text, values }, ...parameters.slice(2));
  };

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size === MOST_NAMES || WITH_PATTERN.test(text)) return known;
    const asked = (this.#asked.get(text) ?? 0) + 1;
    this.#asked.set(text, asked);
    if (asked < ASKED) return undefined;
    const name = `s${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
