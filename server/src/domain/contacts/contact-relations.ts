import { sql } from 'kysely';
import { itemAt } from '../../lib/item-at.ts';
import { type CrmConnection, type ListFacts, loadConnectionsById, loadListsById } from '../companies/company-relations.ts';
import type { Context } from '../context.ts';
import { loadPersonas } from '../personas/load-personas.ts';
import { type Persona, personaCondition } from '../personas/persona.ts';
import type { LoadedContact } from './load-contacts.ts';

export type ContactRelations = {
  /** By contact id. */
  personas: Map<string, Persona[]>;
  lists: Map<string, ListFacts>;
  connections: Map<string, CrmConnection>;
};

/** Loads related records: personas always, lists and CRM records only if `include` asks for them. */
export async function loadContactRelations(
  ctx: Context,
  accountId: string,
  contacts: readonly LoadedContact[],
  include: ReadonlySet<string>,
): Promise<ContactRelations> {
  const listIds = [...new Set(contacts.flatMap(({ list_ids }) => list_ids ?? []))];
  const connectionIds = contacts.flatMap(({ connections }) => (connections ?? []).map(({ id }) => id));
  const includesCrm = include.has('crm_connections') || include.has('crm_suggestions');
  const [personas, lists, connections] = await Promise.all([
    loadFittingPersonas(
      ctx,
      accountId,
      contacts.map(({ id }) => id),
    ),
    include.has('lists') && listIds.length > 0 ? loadListsById(ctx, accountId, listIds) : new Map<string, ListFacts>(),
    includesCrm ? loadConnectionsById(ctx, accountId, connectionIds) : new Map<string, CrmConnection>(),
  ]);
  return { personas, lists, connections };
}

async function loadFittingPersonas(ctx: Context, accountId: string, contactIds: string[]): Promise<Map<string, Persona[]>> {
  const personas = await loadPersonas(ctx, accountId);
  if (personas.length === 0 || contactIds.length === 0) return new Map();
  const fitting = personas.map((persona, index) => sql`case when ${personaCondition(persona)} then ${sql.lit(index)} end`);
  const { rows } = await sql<{ id: string; fitting: number[] }>`
    select k.id, array_remove(array[${sql.join(fitting)}]::int[], null) as fitting from contacts k where k.id = any(${contactIds}::bigint[])`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, fitting: found }) => [id, found.map((at) => itemAt(personas, at))]));
}
