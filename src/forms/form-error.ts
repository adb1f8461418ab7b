/** Why a form cannot be read: `malformed` (no boundary, ended early, no UTF-8) or `too-large` (above a limit). */
export type FormFault = 'malformed' | 'too-large';

/** A form that cannot be read. The message may be shown to its sender. */
export class FormError extends Error {
  override readonly name = 'FormError';
  readonly fault: FormFault;

  constructor(fault: FormFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
