import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { firstOf } from '../../server/src/lib/first-of.ts';

type SourcePattern = { where: string; source: string; flags: string };
/** A pattern that the sources build at run time, so that its text cannot be read from them. */
type ComputedPattern = { where: string; file: string; text: string };

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const root = join(import.meta.dirname, '../..');

/** Lists the source files of the product, without tests and fixtures. */
export function productSources(): string[] {
  return globSync(['server/src/**/*.ts', 'tracker/index.ts', 'tracker/src/**/*.ts', 'web/src/**/*.{ts,tsx}'], { cwd: root })
    .filter((file) => !/\.(test|fixture|d)\.ts$/.test(file))
    .sort();
}

/**
 * Finds every regular expression of a file: literals, `RegExp(…)`, the `pattern` of a schema, and strings passed to methods that convert
 * them to a pattern. The file is parsed, so that none is missed.
 */
export function findPatterns(file: string): { known: SourcePattern[]; computed: ComputedPattern[] } {
  const text = readFileSync(join(root, file), 'utf8');
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${firstOf(errors).message}`);
  const known: SourcePattern[] = [];
  const computed: ComputedPattern[] = [];
  const whereOf = (node: Node) => `${file}:${text.slice(0, node.start).split('\n').length}`;
  const add = (node: Node, value: unknown, flags: string) => {
    const source = stringOf(value);
    if (source !== null) known.push({ where: whereOf(node), source, flags });
    else computed.push({ where: whereOf(node), file, text: text.slice(node.start, node.end) });
  };

  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const child of value) visit(child);
    if (!isNode(value)) return;
    const { regex } = value as { regex?: { pattern: string; flags: string } };
    if (value.type === 'Literal' && regex) known.push({ where: whereOf(value), source: regex.pattern, flags: regex.flags });
    if (value.type === 'Identifier' && value.name === 'RegExp') add(value, null, '');
    if (value.type === 'NewExpression' || value.type === 'CallExpression') visitCall(value);
    if (value.type === 'ObjectExpression') visitObject(value);
    for (const [key, child] of Object.entries(value)) {
      // Skips types: of `value as Type`, only the value runs.
      if (value.type.startsWith('TS') && key !== 'expression') continue;
      if (key !== 'callee' || !isIdentifier(child, 'RegExp')) visit(child);
    }
  };
  const visitObject = (object: Node) => {
    for (const property of object.properties as Node[]) {
      const isPattern = property.type === 'Property' && (property.key as Node).name === 'pattern';
      if (isPattern && !isRegExpLiteral(property.value)) add(property, property.value, 'u');
    }
  };
  const visitCall = (call: Node) => {
    const [first, second] = call.arguments as unknown[];
    const callee = call.callee as Node;
    if (isIdentifier(callee, 'RegExp')) add(call, first, stringOf(second) ?? '');
    const method = callee.type === 'MemberExpression' ? (callee.property as { name?: string }).name : undefined;
    if (['match', 'matchAll', 'search'].includes(method ?? '') && stringOf(first) !== null) add(call, first, '');
  };
  visit(program.body);
  return { known, computed };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function isIdentifier(value: unknown, name: string): boolean {
  return isNode(value) && value.type === 'Identifier' && value.name === name;
}

function isRegExpLiteral(value: unknown): boolean {
  return isNode(value) && value.type === 'Literal' && value.regex !== undefined;
}

function stringOf(value: unknown): string | null {
  if (!isNode(value)) return null;
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value;
  const isPlainTemplate = value.type === 'TemplateLiteral' && (value.expressions as unknown[]).length === 0;
  return isPlainTemplate ? firstOf(value.quasis as { value: { cooked: string } }[]).value.cooked : null;
}
