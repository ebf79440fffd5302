export function lockFolder(folder: string, onWait?: () => void): Promise<{ descriptor: number; isLocked: boolean }>;
