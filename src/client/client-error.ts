/** Exit codes of the program; docs/client.md lists them. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  notAllowed: 3,
  notFound: 4,
  conflict: 5,
  /** 128 and the number of SIGINT, as shells report it. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure whose text tells the user what happened, why, and what to do; everything else is a fault of the program. */
export class ClientError extends Error {
  override readonly name: string = 'ClientError';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failed, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** A command that was written in a way it does not exist. */
export function usageError(message: string): ClientError {
  return new ClientError(message, EXIT.usage);
}

/** The reason of an aborted signal when the user ended the command. */
export class Interrupted extends ClientError {
  override readonly name = 'Interrupted';

  constructor() {
    super('Interrupted.', EXIT.interrupted);
  }
}
