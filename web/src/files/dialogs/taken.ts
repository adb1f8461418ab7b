import { ApiError } from '../../api/api-error.ts';

/** The service says that something is at the destination already. */
export const isTaken = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

export const takenText = (name: string): string =>
  `There is already something named “${name}” in this folder. Choose another name.`;
