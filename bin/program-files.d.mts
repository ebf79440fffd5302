export function isPresent(path: string): boolean;
export function describeFileError(error: unknown, root: string): string | null;
export function describeFailedBuild(output: string, root: string): string | null;
export function openProgram(root: string): number;
