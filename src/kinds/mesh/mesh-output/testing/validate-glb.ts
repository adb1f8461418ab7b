import { createRequire } from 'node:module';

interface Validation {
  readonly issues: {
    readonly messages: readonly { readonly severity: number; readonly message: string; readonly pointer?: string }[];
  };
}
interface Validator {
  validateBytes(bytes: Uint8Array, options: object): Promise<Validation>;
}

/** Severities of the validator: 0 errors, 1 warnings; what comes after these is for information. */
const WARNING = 1;

/** Errors and warnings that the glTF validator of Khronos finds, in its words. */
export async function problemsOfGlb(bytes: Uint8Array): Promise<readonly string[]> {
  const { validateBytes } = createRequire(import.meta.url)('gltf-validator') as Validator;
  const { issues } = await validateBytes(new Uint8Array(bytes), { maxIssues: 100, writeTimestamp: false });
  return issues.messages
    .filter(({ severity }) => severity <= WARNING)
    .map(({ message, pointer }) => `${pointer ?? ''} ${message}`);
}
