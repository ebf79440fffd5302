export type BuiltFolder = { folder: string; sources: readonly string[] };

export const server: BuiltFolder;
export const web: BuiltFolder;

export function isBuilt(root: string, built: BuiltFolder): boolean;
export function buildFolder(root: string, built: BuiltFolder, build: (draft: string) => Promise<void>): Promise<boolean>;
export function isReplaceable(root: string, built: BuiltFolder): boolean;
