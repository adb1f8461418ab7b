import { ServiceError } from '../errors/index.ts';

/** An error about one parameter of a task, which forms show beside its field. @param name may go on: `paths/3` */
export const refuseParameter = (
  name: string,
  message: string,
  code: 'invalid-input' | 'conflict' = 'invalid-input',
): ServiceError => new ServiceError(code, message, { pointer: `/params/${name}` });
