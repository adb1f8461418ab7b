/** What is wrong with a cloud, in a sentence for people. */
export class CloudError extends Error {
  override readonly name = 'CloudError';
}

export const CUT_OFF = 'The file is cut off. Build it again; if that does not help, upload the original again.';
export const DAMAGED = 'The file is damaged. Build it again; if that does not help, upload the original again.';
