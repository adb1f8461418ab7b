import { toWriteFailure } from './build-failure.ts';
import type { OutputFacts, OutputRequest } from './output.ts';
import { refusal } from './refusal.ts';

/**
 * A build whose failures say why: what the program says of the file, or what the disk did.
 *
 * @param words what comes before that which the program says
 */
export const withToldFailures =
  <Facts extends OutputFacts | void>(words: string, build: (request: OutputRequest) => Promise<Facts>) =>
  async (request: OutputRequest): Promise<Facts> => {
    try {
      return await build(request);
    } catch (error) {
      throw refusal(error, words) ?? (await toWriteFailure(error, request.scratch));
    }
  };
