import type { Parameters } from '../submission/parameters.ts';

/** Characters of the parameters in a log: a list of a thousand paths is shown by its beginning. */
const MAX_PARAMETERS = 500;

/** What the platform says in the log of every task, whatever its tool says besides. */
export const logLines = {
  /** @param parameters without secrets; what is empty is left out */
  start(title: string, parameters: Parameters, goesOn: boolean): string {
    const given = Object.entries(parameters)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => `${name} ${JSON.stringify(value)}`);
    const text = given.join(', ');
    const inputs = text.length > MAX_PARAMETERS ? `${text.slice(0, MAX_PARAMETERS).toWellFormed()} …` : text;
    return `${title} ${goesOn ? 'goes on' : 'starts'}${inputs === '' ? '' : `: ${inputs}`}`;
  },

  end({ artifact, writtenBytes, removed, seconds }: TaskResult): string {
    const results = [
      ...(artifact === undefined ? [] : [`${artifact.name} to download, ${bytes(artifact.size)}`]),
      ...(writtenBytes === undefined ? [] : [`${bytes(writtenBytes)} written into the dataset`]),
      ...(removed === 0 ? [] : [`${removed} ${removed === 1 ? 'entry' : 'entries'} removed`]),
    ];
    return `Done in ${seconds.toFixed(1)} s${results.length === 0 ? '' : `: ${results.join('; ')}`}`;
  },
};

export interface TaskResult {
  readonly artifact: { readonly name: string; readonly size: number } | undefined;
  /** Undefined where nothing was written. */
  readonly writtenBytes: number | undefined;
  /** Entries. */
  readonly removed: number;
  readonly seconds: number;
}

const NUMBER = new Intl.NumberFormat('en');
const bytes = (count: number): string => `${NUMBER.format(count)} ${count === 1 ? 'byte' : 'bytes'}`;
