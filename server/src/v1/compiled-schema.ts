import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';

// By default only eight errors are found. A value that matches no part of a union causes several.
Settings.Set({ maxErrors: 1000 });

const compiled = new WeakMap<TSchema, Validator>();

/** Compiles a schema on first use, because compiling all schemas would delay the start of the service. */
export function compiledSchema(schema: TSchema): Validator {
  let validator = compiled.get(schema);
  if (!validator) {
    validator = Compile(schema);
    compiled.set(schema, validator);
  }
  return validator;
}
