export { ensureDefaultAdministrator, type DefaultAdministrator } from './default-administrator.ts';
export { resetPassword } from './reset-password.ts';
export { accountRoutes } from './routes.ts';
export { createAccounts, type Accounts } from './service.ts';
export { createTokens, loadOrCreateSecret, type Tokens } from './tokens.ts';
