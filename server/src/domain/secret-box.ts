/** Encrypts secrets that must be readable again, with a key that is not in the database. */
export type SecretBox = {
  /** `purpose` names what the secret belongs to, so that a sealed secret cannot be copied to another row. */
  seal(plain: Buffer, purpose: string): Buffer;
  /** Returns null if the secret was sealed with another key or for another purpose, or is damaged. */
  open(sealed: Buffer, purpose: string): Buffer | null;
};
