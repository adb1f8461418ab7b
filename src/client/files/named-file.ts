import { stat } from 'node:fs/promises';

/** What an argument names: here links are followed, as the user has named them. */
export async function namedFile(file: string): Promise<{ readonly isFolder: boolean; readonly size: number }> {
  const facts = await stat(file);
  return { isFolder: facts.isDirectory(), size: facts.size };
}
