import { Type } from 'typebox';
import type { List } from '../../domain/lists/list.ts';
import { type ListKind, listKinds } from '../../domain/lists/list.ts';
import { maxListNameLength } from '../../domain/lists/write-lists.ts';
import { Exact, OneOf, Timestamp } from './resource.ts';

export const ListId = Type.String({ pattern: '^[a-z]+_\\d{1,18}$', examples: ['static_1001'] });
export const listScope = OneOf(['company', 'contact']);
export const listName = Type.String({ minLength: 1, maxLength: maxListNameLength });

const ListAttributes = Exact({
  name: Type.String(),
  scope: listScope,
  kind: OneOf<ListKind>(listKinds),
  read_only: Type.Boolean({ description: 'Only static lists can be changed.' }),
  item_count: Type.Integer({ minimum: 0 }),
  created_at: Timestamp,
});

export const ListV1 = Exact({ type: Type.Literal('list'), id: ListId, attributes: ListAttributes }, { $id: 'ListV1' });

/** A list in relationships, with `attributes` only if included. */
export const ListReference = Exact({ type: Type.Literal('list'), id: ListId, attributes: Type.Optional(ListAttributes) });

/** The body that adds a record to lists or removes it. */
export const ListReferences = Exact({
  data: Type.Array(Exact({ type: Type.Literal('list'), id: ListId }), { minItems: 1, maxItems: 100 }),
});

function listAttributes(list: List) {
  return {
    name: list.name,
    scope: list.scope,
    kind: list.kind,
    read_only: list.kind !== 'static',
    item_count: list.itemCount,
    created_at: list.createdAt.toISOString(),
  };
}

export function listV1(list: List) {
  return { type: 'list', id: list.id, attributes: listAttributes(list) };
}

export function listReference(list: List, isIncluded: boolean) {
  return isIncluded ? listV1(list) : { type: 'list', id: list.id };
}
