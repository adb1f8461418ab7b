export { ensureDefaultAdministrator, type DefaultAdministrator } from './sign-in/default-administrator.ts';
export { resetPassword } from './sign-in/reset-password.ts';
export { accountRoutes } from './sign-in/routes.ts';
export { createAccounts, type Accounts } from './sign-in/service.ts';
export { createTokens, loadOrCreateSecret, type Tokens } from './sign-in/session-tokens.ts';
