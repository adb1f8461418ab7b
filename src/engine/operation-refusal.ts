/** Thrown by an operation for input it will not open: reported to the caller as `refused`, not as `failed`. */
export class OperationRefusal extends Error {
  override readonly name = 'OperationRefusal';
}
