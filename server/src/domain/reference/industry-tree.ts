import { getOrThrow } from '../../lib/get-or-throw.ts';
import { sections } from './industry-sections.ts';

export type Classification = 'internal' | 'nace' | 'wz';
type IndustryRow = { code: string; name: string; parent_code: string | null; nace: string[]; wz: string[] };
export type IndustryNode = { code: string; name: string; children: IndustryNode[] };

/**
 * Builds the tree of industries with the codes of a classification. For NACE and WZ, a code below the divisions has the names of
 * the industries that use it, and its parent is the longest code that is a prefix of it.
 */
export function industryTree(rows: readonly IndustryRow[], classification: Classification): IndustryNode[] {
  return classification === 'internal' ? internalTree(rows) : classificationTree(rows, classification);
}

function internalTree(rows: readonly IndustryRow[]): IndustryNode[] {
  const nodes = new Map(rows.map(({ code, name }): [string, IndustryNode] => [code, { code, name, children: [] }]));
  return rows.flatMap(({ code, parent_code }) => {
    const parent = parent_code === null ? undefined : nodes.get(parent_code);
    if (parent === undefined) return getOrThrow(nodes, code);
    parent.children.push(getOrThrow(nodes, code));
    return [];
  });
}

/** Returns all sections and divisions with their official titles, and below them the codes used by industries. */
function classificationTree(rows: readonly IndustryRow[], classification: 'nace' | 'wz'): IndustryNode[] {
  const nodes = new Map<string, IndustryNode>();
  const addNode = (code: string, name: string): IndustryNode => {
    const node = { code, name, children: [] };
    nodes.set(code, node);
    return node;
  };
  const roots = sections.map((section) => {
    const root = addNode(section.code, section[classification]);
    for (const division of section.divisions) root.children.push(addNode(division.code, division[classification]));
    return root;
  });
  for (const [code, names] of [...namesByCode(rows, classification)].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (nodes.has(code)) continue;
    const parent = findParent(code, nodes);
    const node = addNode(code, names.join('; '));
    if (parent === undefined) roots.push(node);
    else parent.children.push(node);
  }
  return roots;
}

/** Returns the names of the industries by code. */
function namesByCode(rows: readonly IndustryRow[], classification: 'nace' | 'wz'): Map<string, string[]> {
  const namesOf = new Map<string, string[]>();
  for (const row of rows) {
    for (const code of row[classification]) {
      const names = namesOf.get(code) ?? [];
      if (!names.includes(row.name)) namesOf.set(code, [...names, row.name]);
    }
  }
  return namesOf;
}

function findParent(code: string, nodes: Map<string, IndustryNode>): IndustryNode | undefined {
  for (let length = code.length - 1; length > 1; length--) {
    const shorter = nodes.get(code.slice(0, length));
    if (shorter !== undefined) return shorter;
  }
  return undefined;
}
