import type { TSchema } from 'typebox';
import { firstOf } from '../../lib/first-of.ts';
import { isRecord } from '../../lib/is-record.ts';

type Json = Record<string, unknown>;

/** Collects schemas for the document: a named schema becomes a component, which all uses reference. */
export class SchemaCollector {
  readonly components: Record<string, Json> = {};

  /** Returns the converted schema, or a reference to its component if it is named. */
  reference(schema: TSchema): Json {
    return this.#convertObject({ ...schema });
  }

  /** Adds a schema to the components. */
  add(name: string, schema: Json): Json {
    this.components[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }

  #convert(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#convert(item));
    return isRecord(value) ? this.#convertObject(value) : value;
  }

  #convertObject({ $id, ...rest }: Json): Json {
    const converted = this.#simplify(Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, this.#convert(value)])));
    return typeof $id === 'string' ? this.add($id, converted) : converted;
  }

  /** Rewrites a schema to an equivalent one that viewers and client generators handle better. */
  #simplify(schema: Json): Json {
    const { patternProperties, ...rest } = schema;
    if (isRecord(patternProperties) && Object.keys(patternProperties).length === 1) {
      return { ...rest, additionalProperties: Object.values(patternProperties)[0] };
    }
    const options: Json[] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
    if (options.length < 2 || options.some(({ type, enum: words }) => typeof type !== 'string' || words !== undefined)) return schema;
    const nonNull = options.filter(({ type }) => type !== 'null');
    // A nullable type becomes one schema with two types.
    if (nonNull.length === 1 && options.length === 2) {
      const { anyOf, ...rest } = schema;
      return { ...nonNull[0], ...rest, type: [firstOf(nonNull).type, 'null'] };
    }
    return schema;
  }
}
