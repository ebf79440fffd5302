export type InstallOptions = {
  development?: boolean;
  omitsDevelopment?: boolean;
  isThorough?: boolean;
  onProgress(message: string): void;
  onFailure(sentence: string): never;
};

export function install(root: string, options: InstallOptions): Promise<boolean>;
