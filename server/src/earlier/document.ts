import type { Config } from '../config.ts';
import type { Query } from './query.ts';

/** A resource identifier of JSON:API 1.0. */
export type Identifier = { type: string; id: string };

export type Resource = Identifier & {
  attributes: Record<string, unknown>;
  relationships?: Record<string, { data: Identifier | null }>;
};

/** A JSON:API document: primary data, included resources and pagination links. */
export type Document = {
  data: Resource | Resource[];
  included?: Resource[];
  links?: Record<string, string>;
};

type Aliases = Config['earlierAliases'];

/** Renders a document with the operator's aliases and the requested sparse fieldsets. */
export function renderDocument({ data, included, links }: Document, query: Query, aliases: Aliases): Document {
  const render = (resource: Resource) => renderResource(resource, sparseFields(query, resource.type), aliases);
  return {
    data: Array.isArray(data) ? data.map(render) : render(data),
    ...(included === undefined ? {} : { included: included.map(render) }),
    ...(links === undefined ? {} : { links }),
  };
}

/** Sparse fieldsets do not affect relationships. */
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
