import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { firstOf } from '../../lib/first-of.ts';
import { exampleKeys, exampleValues } from './example-values.ts';

type Node = {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Node[];
  examples?: unknown[];
  properties?: Record<string, Node>;
  required?: string[];
  patternProperties?: Record<string, Node>;
  items?: Node;
  minimum?: number;
};

/** The current position: the field, its parent field and its resource. */
type Position = { name: string; parent: string; resource: string; isNewJob: boolean };

/** Fields that examples do not contain unless they are required: errors, and alternatives to another field. */
const omittedFields = new Set(['errors', 'advanced_search', 'list_id']);
/** Fields that a job does not have when it has just been created. */
const laterFields = new Set(['completed_at', 'results', 'summary']);
/** Values of fields of a job that has just been created. */
const newJobValues: Record<string, unknown> = { status: 'running', done: 0, charged: 0 };

/** Composes an example from typical values of its fields. With `isNewJob`, the example is a job that has just been created. */
export function composeExample(schema: TSchema, { isNewJob = false, name = '' } = {}): unknown {
  return compose(schema, { name, parent: '', resource: '', isNewJob });
}

function compose(schema: Node, position: Position): unknown {
  if (schema.const !== undefined) return schema.const;
  const newJobValue = position.isNewJob ? newJobValues[position.name] : undefined;
  if (newJobValue !== undefined && Check(schema, newJobValue)) return newJobValue;
  const example = [
    ...(exampleValues[`${position.parent}.${position.name}`] ?? []),
    ...(exampleValues[`${position.resource}.${position.name}`] ?? []),
    ...(exampleValues[position.name] ?? []),
    ...(schema.examples ?? []),
    ...(schema.enum ?? []),
  ].find((value) => Check(schema, value));
  if (example !== undefined) return example;
  if (schema.anyOf) return compose(schema.anyOf.find(({ type }) => type !== 'null') ?? firstOf(schema.anyOf), position);
  if (schema.type === 'object') return composeObject(schema, position);
  if (schema.type === 'array') return [compose(schema.items ?? {}, position)];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0;
  return schema.type === 'null' ? null : position.name.replaceAll('_', ' ');
}

function composeObject({ properties = {}, required = [], patternProperties }: Node, position: Position): Record<string, unknown> {
  const inner = Object.values(patternProperties ?? {})[0];
  if (inner) return { [exampleKeys[position.name] ?? position.name]: compose(inner, position) };
  const type = properties.type?.const;
  const resource = typeof type === 'string' ? type : position.resource;
  const parent = position.name === 'attributes' ? position.parent : position.name;
  const shown = Object.entries(properties).filter(
    ([name]) => required.includes(name) || !(omittedFields.has(name) || (position.isNewJob && laterFields.has(name))),
  );
  return Object.fromEntries(shown.map(([name, property]) => [name, compose(property, { ...position, name, parent, resource })]));
}
