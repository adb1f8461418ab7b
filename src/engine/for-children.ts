/** What modules that run in a child process or as a program use of the engine, without loading the rest of it. */
export { freeBytes, isDiskFull } from './disk-full.ts';
export { requireFreeSpace } from './free-space.ts';
export { exitCodeOf, isOfMachine, saysMachineFault } from './machine-fault.ts';
export { OperationRefusal } from './operation-refusal.ts';
export { printProgress } from './own-programs/progress-bar.ts';
export { REFUSED } from './own-programs/refused.ts';
export { serveProgram, type ProgramVoice } from './own-programs/serve.ts';
export { saysNoSpace } from './programs/no-space.ts';
export { locateProgram } from './programs/locate.ts';
export { debianProgram, type Program } from './programs/supervised-program.ts';
