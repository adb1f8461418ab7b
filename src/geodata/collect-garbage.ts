import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** V8 knows neither which of its objects the library forgets with them, nor how much memory of the library they hold. */
export const collectGarbage = runInNewContext('gc') as () => void;
