import { OperationRefusal } from '../../../engine/for-children.ts';

/** The refusal of a file whose content contradicts itself. @param what is contradictory, as a whole sentence */
export const damaged = (what: string): OperationRefusal => new OperationRefusal(`The file is damaged: ${what}`);
