import { createLimiter, type Limiter } from '../../concurrency/index.ts';
import { fail } from '../../http/index.ts';
import { MAX_PICTURES_WAITING, MAX_PIXELS } from './limits.ts';

/** Lets pictures be drawn while there is memory for them: the weight of one is the pixels of all its layers. */
export const createPictureGate = (): Limiter =>
  createLimiter(MAX_PIXELS, MAX_PICTURES_WAITING, () =>
    fail('busy', 'Too many maps are waiting to be drawn; ask again in a moment.'),
  );
