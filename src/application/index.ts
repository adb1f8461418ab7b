export { createApplication, type Application } from './application.ts';
export { giveNewPassword } from './new-password.ts';
