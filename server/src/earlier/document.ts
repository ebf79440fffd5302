import type { Config } from '../config.ts';
import type { Query } from './query.ts';

export type Identifier = { type: string; id: string };

/** A resource of JSON API 1.0. */
export type Resource = Identifier & {
  attributes: Record<string, unknown>;
  relationships?: Record<string, { data: Identifier | null }>;
};

export type Document = {
  data: Resource | Resource[];
  included?: Resource[];
  links?: Record<string, string>;
};

type Aliases = Config['earlierAliases'];

/** What is sent: with the further names that the operator has set, and of each type only the fields that were asked for. */
export function renderDocument({ data, included, links }: Document, query: Query, aliases: Aliases): Document {
  const render = (resource: Resource) => renderResource(resource, sparseFields(query, resource.type), aliases);
  return {
    data: Array.isArray(data) ? data.map(render) : render(data),
    ...(included === undefined ? {} : { included: included.map(render) }),
    ...(links === undefined ? {} : { links }),
  };
}

/** Relationships stay whatever fields are asked for. Spec, Endpoints, earlier interface. */
function renderResource(resource: Resource, fields: Set<string> | null, aliases: Aliases): Resource {
  const attributes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(resource.attributes)) {
    const names = [name, ...aliases.filter((entry) => entry.name === name).map(({ alias }) => alias)];
    for (const key of names) if (fields === null || fields.has(key)) attributes[key] = value;
  }
  return { ...resource, attributes };
}

function sparseFields(query: Query, type: string): Set<string> | null {
  const text = query[`fields[${type}]`];
  if (text === undefined) return null;
  return new Set([text].flat().flatMap((part) => part.split(',').map((name) => name.trim())));
}
