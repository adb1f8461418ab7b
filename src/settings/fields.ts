import Type, { type Static, type TSchema } from 'typebox';

export const text = (about: string, options: object = {}) => Type.String({ description: about, ...options });
export const whole = (about: string, fallback: number, minimum: number, maximum: number) =>
  Type.Integer({ description: about, default: fallback, minimum, maximum });
export const yesNo = (about: string, fallback: boolean) => Type.Boolean({ description: about, default: fallback });
export const yesNoUnset = (about: string) => Type.Boolean({ description: about });
/** Objects, in the environment as JSON. */
export const json = <S extends TSchema>(schema: S, about: string, fallback: unknown, options: object = {}) =>
  Type.Unsafe<Static<S>>({ ...schema, description: about, default: fallback, json: true, ...options });
export const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);
