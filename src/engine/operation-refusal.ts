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
