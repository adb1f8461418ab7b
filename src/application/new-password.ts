import { resolve } from 'node:path';
import { resetPassword } from '../accounts/index.ts';
import { openDatabase } from '../database/index.ts';
import type { Settings } from '../settings/index.ts';

/** Gives a user a new random password. @returns it; `undefined` when there is no such user */
export async function giveNewPassword(settings: Settings, userName: string): Promise<string | undefined> {
  const database = await openDatabase({ url: settings.databaseUrl, folder: resolve(settings.dataDir) });
  try {
    return await resetPassword(database.db, userName);
  } finally {
    await database.close();
  }
}
