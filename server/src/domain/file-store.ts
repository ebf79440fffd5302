/** A file that is being written. It cannot be opened before it is finished. */
export type NewFile = {
  write(content: string | Uint8Array): Promise<void>;
  /** Appends the contents of another unfinished file and deletes that file. */
  append(other: NewFile): Promise<void>;
  /** Publishes the file atomically under its name. */
  finish(name: string): Promise<void>;
  discard(): Promise<void>;
};

/** `read` opens the file, so that one that is not sent, such as in response to HEAD, is not left open. */
type StoredFile = { size: number; read(): NodeJS.ReadableStream };

/** Stores files for download. */
export type FileStore = {
  create(): Promise<NewFile>;
  open(name: string): Promise<StoredFile | null>;
  remove(name: string): Promise<void>;
  /** Deletes unfinished files that were last written before this time. */
  removeUnfinished(before: Date): Promise<void>;
};
