/** Signals by which systems stop services, administrators end programs, and the kernel takes memory back. */
const OUTSIDE: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'];

/** Whether a process that nobody here ended was ended from outside: no word about what it worked on. */
export const isFromOutside = (signal: NodeJS.Signals): boolean => OUTSIDE.includes(signal);
