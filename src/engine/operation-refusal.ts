/** Thrown by an operation for input it will not open: reported to the caller with this code, not as `failed`. */
export class OperationRefusal extends Error {
  override readonly name = 'OperationRefusal';
  readonly code: 'refused' | 'too-large';

  /** @param code `too-large` for input that goes beyond a limit of ours and may be sound all the same */
  constructor(message: string, code: OperationRefusal['code'] = 'refused') {
    super(message);
    this.code = code;
  }
}

/** Whether an error says nothing about the input: a full disk or one that fails, no handles or memory left. */
export function isOfMachine(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));
}
