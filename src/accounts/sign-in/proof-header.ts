import Type from 'typebox';

/** Headers of routes that check a password. */
export const proofHeader = Type.Object({
  'Sign-In-Proof': Type.Optional(Type.String({ description: 'Solution of the `challenge` of an answer 429' })),
});
