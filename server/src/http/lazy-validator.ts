import AjvCompiler from '@fastify/ajv-compiler';
import type { FastifySchemaCompiler } from 'fastify';

type Validate = ReturnType<FastifySchemaCompiler<object>>;

/** Fastify's default compiler. It accepts more than its types declare. */
const compile: FastifySchemaCompiler<object> = AjvCompiler()({}, { customOptions: {} });
const compiled = new WeakMap<object, Validate>();

/** Compiles the schema of a route on first use, because compiling all schemas would delay the start of the service. */
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
