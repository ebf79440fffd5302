import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Column, Structure, Table } from './introspect.ts';

const scalarTypes: Record<string, string> = {
  bigint: 'Int8',
  integer: 'number',
  smallint: 'number',
  real: 'number',
  'double precision': 'number',
  numeric: 'string',
  text: 'string',
  tsvector: 'string',
  uuid: 'string',
  inet: 'string',
  cidr: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  json: 'Json',
  jsonb: 'Json',
  'timestamp with time zone': 'Timestamp',
};

const columnTypesFile = 'column-types.ts';
const columnTypes = readFileSync(join(import.meta.dirname, '..', columnTypesFile), 'utf8');
const declared = new Set(Array.from(columnTypes.matchAll(/^ {2}'(\w+\.\w+)':/gm), ([, column]) => column));

/** Renders the table types for the query builder. */
export function renderTypes({ tables }: Structure): string {
  const names = tables.map(({ name }) => name);
  return [
    '// Generated from the migrated database by `npm run generate`; do not edit.',
    "import type { ColumnType } from 'kysely';",
    `import type { ColumnTypes } from './${columnTypesFile}';`,
    '',
    '/** A 64-bit number: read as text, because a JavaScript number cannot hold it. */',
    'type Int8 = ColumnType<string, string | number | bigint, string | number | bigint>;',
    'type Timestamp = ColumnType<Date, Date | string, Date | string>;',
    '/** Written as text that holds JSON. */',
    'type Json<Value = unknown> = ColumnType<Value, string, string>;',
    '/** A column with a default, which an insert may leave out. */',
    'type Generated<Column> = Column extends ColumnType<infer Read, infer Insert, infer Update>',
    '  ? ColumnType<Read, Insert | undefined, Update>',
    '  : ColumnType<Column, Column | undefined, Column>;',
    '',
    ...tables.flatMap(({ name, columns, constraints }) => {
      const allowed = allowedValues(constraints);
      return [
        `type ${typeName(name)} = {`,
        ...columns.map((column) => `  ${column.name}: ${columnType(column, declaredType(name, column) ?? allowed.get(column.name))};`),
        '};',
        '',
      ];
    }),
    'export type DB = {',
    ...names.map((name) => `  ${name}: ${typeName(name)};`),
    '};',
    '',
  ].join('\n');
}

function typeName(table: string): string {
  return `${table.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}Table`;
}

/** Returns the type of a column that column-types.ts declares, or undefined. */
function declaredType(table: string, { name, type }: Column): string | undefined {
  const column = `${table}.${name}`;
  if (!declared.has(column)) return undefined;
  return scalarTypes[type] === 'Json' ? `Json<ColumnTypes['${column}']>` : `ColumnTypes['${column}']`;
}

/** Returns the values that check constraints allow in text columns, as a union of literals by column. */
function allowedValues(constraints: Table['constraints']): Map<string, string> {
  return new Map(
    constraints.flatMap(({ definition }): [string, string][] => {
      const [, column, values] = /^CHECK \(\((\w+) = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)$/.exec(definition) ?? [];
      return column === undefined || values === undefined ? [] : [[column, values.replaceAll('::text', '').replaceAll(', ', ' | ')]];
    }),
  );
}

function columnType({ name, type, notNull, default: defaultValue, isGenerated }: Column, allowed: string | undefined): string {
  const isArray = type.endsWith('[]');
  const scalar = allowed ?? scalarTypes[isArray ? type.slice(0, -2) : type];
  if (scalar === undefined) throw new Error(`No TypeScript type is known for ${type} (column ${name}): add it to render-types.ts.`);
  const plain = isArray ? `${scalar === 'Int8' ? 'string' : scalar}[]` : scalar;
  const nullable = notNull ? plain : `${plain} | null`;
  if (isGenerated) return `ColumnType<${nullable}, never, never>`;
  return defaultValue === null ? nullable : `Generated<${nullable}>`;
}
