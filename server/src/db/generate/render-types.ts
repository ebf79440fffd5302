import type { Column, Structure } from './introspect.ts';

const scalarTypes: Record<string, string> = {
  bigint: 'Int8',
  integer: 'number',
  smallint: 'number',
  real: 'number',
  'double precision': 'number',
  numeric: 'string',
  text: 'string',
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

/** Renders the table types for the query builder. */
export function renderTypes({ tables }: Structure): string {
  const names = tables.map(({ name }) => name);
  return [
    '// Generated from the migrated database by `npm run generate`; do not edit.',
    "import type { ColumnType } from 'kysely';",
    '',
    '/** A 64-bit number: read as text, because a JavaScript number cannot hold it. */',
    'export type Int8 = ColumnType<string, string | number | bigint, string | number | bigint>;',
    'export type Timestamp = ColumnType<Date, Date | string, Date | string>;',
    '/** Written as text that holds JSON. */',
    'export type Json = ColumnType<unknown, string, string>;',
    '/** A column with a default, which an insert may leave out. */',
    'export type Generated<Column> = Column extends ColumnType<infer Read, infer Insert, infer Update>',
    '  ? ColumnType<Read, Insert | undefined, Update>',
    '  : ColumnType<Column, Column | undefined, Column>;',
    '',
    ...tables.flatMap(({ name, columns }) => [
      `export type ${typeName(name)} = {`,
      ...columns.map((column) => `  ${column.name}: ${columnType(column)};`),
      '};',
      '',
    ]),
    'export type DB = {',
    ...names.map((name) => `  ${name}: ${typeName(name)};`),
    '};',
    '',
  ].join('\n');
}

function typeName(table: string): string {
  return `${table.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}Table`;
}

function columnType({ name, type, notNull, default: defaultValue }: Column): string {
  const isArray = type.endsWith('[]');
  const scalar = scalarTypes[isArray ? type.slice(0, -2) : type];
  if (scalar === undefined) throw new Error(`No TypeScript type is known for ${type} (column ${name}): add it to render-types.ts.`);
  const plain = isArray ? `${scalar === 'Int8' ? 'string' : scalar}[]` : scalar;
  const nullable = notNull ? plain : `${plain} | null`;
  return defaultValue === null ? nullable : `Generated<${nullable}>`;
}
