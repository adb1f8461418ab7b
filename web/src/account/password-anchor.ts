/** The place of the password form on the account page: `/account#password`. */
export const PASSWORD_FORM = 'password';
