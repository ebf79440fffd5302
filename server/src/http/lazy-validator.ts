import AjvCompiler from '@fastify/ajv-compiler';
import type { FastifySchemaCompiler } from 'fastify';

type Validate = ReturnType<FastifySchemaCompiler<object>>;

/** Fastify's own compiler, whose types are narrower than what it accepts. */
const compile: FastifySchemaCompiler<object> = AjvCompiler()({}, { customOptions: {} });
const compiled = new WeakMap<object, Validate>();

/** Compiles the schema of a route on first use: compiling all of them would delay every start. */
export const lazyValidator: FastifySchemaCompiler<object> = (route) => {
  const validate: Validate = (data: unknown) => {
    let validator = compiled.get(route.schema);
    if (!validator) {
      validator = compile(route);
      compiled.set(route.schema, validator);
    }
    const isValid = validator(data);
    validate.errors = validator.errors;
    return isValid;
  };
  return validate;
};
