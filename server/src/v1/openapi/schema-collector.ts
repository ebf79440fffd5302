import type { TSchema } from 'typebox';
import { firstOf } from '../../lib/first-of.ts';

type Json = Record<string, unknown>;

/** Collects schemas for the document: one with a name becomes a component and is referred to everywhere. */
export class SchemaCollector {
  readonly components: Record<string, Json> = {};

  reference(schema: TSchema): Json {
    return this.#convert(schema) as Json;
  }

  /** Adds a schema to the components. */
  add(name: string, schema: Json): Json {
    this.components[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }

  #convert(given: unknown): unknown {
    if (Array.isArray(given)) return given.map((one) => this.#convert(one));
    if (typeof given !== 'object' || given === null) return given;
    const { $id, ...rest } = given as Json;
    const converted = this.#simplify(Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, this.#convert(value)])));
    return typeof $id === 'string' ? this.add($id, converted) : converted;
  }

  /** Rewrites a schema to an equivalent one that viewers and client generators handle best. */
  #simplify(schema: Json): Json {
    if (schema.patternProperties && Object.keys(schema.patternProperties).length === 1) {
      const { patternProperties, ...rest } = schema;
      return { ...rest, additionalProperties: Object.values(patternProperties as Json)[0] };
    }
    const options = schema.anyOf as Json[] | undefined;
    if (!options || options.length < 2 || options.some(({ type, enum: words }) => typeof type !== 'string' || words !== undefined))
      return schema;
    const full = options.filter(({ type }) => type !== 'null');
    // A nullable type: one schema with two types.
    if (full.length === 1 && options.length === 2) {
      const { anyOf, ...rest } = schema;
      return { ...full[0], ...rest, type: [firstOf(full).type, 'null'] };
    }
    return schema;
  }
}
