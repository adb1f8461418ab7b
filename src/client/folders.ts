import { homedir } from 'node:os';
import { join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Folder of what the user has set up: credentials. */
export function configFolder(env: Environment, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return join(env['APPDATA'] || join(home(env), 'AppData', 'Roaming'), 'alidade');
  return join(env['XDG_CONFIG_HOME'] || join(home(env), '.config'), 'alidade');
}

/** Folder of what may be lost: uploads that can be gone on with. */
export function stateFolder(env: Environment, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home(env), 'AppData', 'Local'), 'alidade');
  return join(env['XDG_STATE_HOME'] || join(home(env), '.local', 'state'), 'alidade');
}

function home(env: Environment): string {
  return env['HOME'] || env['USERPROFILE'] || homedir();
}
