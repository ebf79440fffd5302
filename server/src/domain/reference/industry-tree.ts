export type Classification = 'internal' | 'nace' | 'wz';
export type IndustryRow = { code: string; name: string; parent_code: string | null; nace: string[]; wz: string[] };
export type IndustryNode = { code: string; name: string; children: IndustryNode[] };

/**
 * The industries as a tree, with the codes of a classification. In a foreign one a code stands for the industry that uses it,
 * below the shorter code that it begins with, or below the code of its group.
 */
export function industryTree(rows: readonly IndustryRow[], classification: Classification): IndustryNode[] {
  return classification === 'internal' ? internalTree(rows) : foreignTree(rows, classification);
}

function internalTree(rows: readonly IndustryRow[]): IndustryNode[] {
  const nodes = new Map(rows.map(({ code, name }) => [code, { code, name, children: [] as IndustryNode[] }]));
  return rows.flatMap(({ code, parent_code }) => {
    const parent = parent_code === null ? undefined : nodes.get(parent_code);
    if (parent === undefined) return nodes.get(code)!;
    parent.children.push(nodes.get(code)!);
    return [];
  });
}

function foreignTree(rows: readonly IndustryRow[], classification: 'nace' | 'wz'): IndustryNode[] {
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const nodes = new Map<string, IndustryNode>();
  const groups = new Map<string, string>();
  for (const row of rows) {
    for (const code of row[classification]) {
      const names = nodes.get(code);
      if (names === undefined) nodes.set(code, { code, name: row.name, children: [] });
      else if (!names.name.split('; ').includes(row.name)) names.name += `; ${row.name}`;
      const [group] = row.parent_code === null ? [] : (byCode.get(row.parent_code)?.[classification] ?? []);
      if (group !== undefined && group !== code && !groups.has(code)) groups.set(code, group);
    }
  }
  const roots: IndustryNode[] = [];
  for (const node of [...nodes.values()].sort((one, other) => (one.code < other.code ? -1 : 1))) {
    const parent = shorterCode(node.code, nodes) ?? groupNode(node.code, groups, nodes);
    if (parent === undefined) roots.push(node);
    else parent.children.push(node);
  }
  return roots;
}

function shorterCode(code: string, nodes: Map<string, IndustryNode>): IndustryNode | undefined {
  for (let length = code.length - 1; length > 0; length--) {
    const shorter = nodes.get(code.slice(0, length));
    if (shorter !== undefined) return shorter;
  }
  return undefined;
}

/** Only a section, which is a letter, stands above the numbers: so no circle can arise. */
function groupNode(code: string, groups: Map<string, string>, nodes: Map<string, IndustryNode>): IndustryNode | undefined {
  const group = groups.get(code);
  return group !== undefined && /^[A-Z]$/.test(group) && !/^[A-Z]$/.test(code) ? nodes.get(group) : undefined;
}
