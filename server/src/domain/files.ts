/** A file while it is written. It can be read by nobody before it is finished. */
export type NewFile = {
  write(content: string | Uint8Array): Promise<void>;
  /** Writes the whole contents of another unfinished file, and removes that one. */
  append(other: NewFile): Promise<void>;
  /** Gives it its name, all at once. */
  finish(name: string): Promise<void>;
  discard(): Promise<void>;
};

export type StoredFile = { size: number; content: NodeJS.ReadableStream };

/** Where files are kept that people may download. */
export type FileStore = {
  create(): Promise<NewFile>;
  open(name: string): Promise<StoredFile | null>;
  remove(name: string): Promise<void>;
  /** Removes what was begun before that time and never finished. */
  removeUnfinished(before: Date): Promise<void>;
};
