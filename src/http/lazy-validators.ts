import type { FastifyServerOptions } from 'fastify';

type Options = NonNullable<FastifyServerOptions['ajv']>;
type OnCreate = NonNullable<Options['onCreate']>;
type Ajv = Parameters<OnCreate>[0];
type Validate = ReturnType<Ajv['compile']>;

/** By the schema, an object of a route's declaration: where one process has several servers, all take it from here. */
const compiled = new WeakMap<object, Validate>();

/**
 * Makes Fastify's validators compile their schema when the first request needs it. There are hundreds, and to compile all of
 * them was a third of a second of each start, also of a process that answers few routes.
 */
const compileLazily: OnCreate = (ajv) => {
  const compile = ajv.compile.bind(ajv) as (schema: object) => Validate;
  const compiledOf = (schema: object): Validate => {
    const validate = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, validate);
    return validate;
  };
  ajv.compile = ((schema: object) => {
    const validator = (data: unknown, place?: object): unknown => {
      const validate = compiledOf(schema);
      const answer: unknown = Reflect.apply(validate, undefined, [data, place]);
      validator.errors = validate.errors;
      return answer;
    };
    validator.errors = undefined as Validate['errors'];
    // By this Fastify knows a validator that may put something else in the place of the value it looks at.
    validator.schemaEnv = {};
    return validator;
  }) as unknown as Ajv['compile'];
};

/** How requests are validated; the same for every server. */
export const VALIDATION = {
  customOptions: {
    coerceTypes: 'array',
    useDefaults: true,
    removeAdditional: false,
    allErrors: true,
    allowUnionTypes: true,
    // The schemas are our own: to compile the one that they are checked with takes the first request of a start 100 ms.
    validateSchema: false,
  },
  onCreate: compileLazily,
} satisfies Options;
