export { createApplication, type Application, type ApplicationOptions } from './application.ts';
export { giveNewPassword } from './new-password.ts';
