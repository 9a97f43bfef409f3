import { createHash } from 'node:crypto';

/** SHA-256 of user data in hex: what replies show of it, so that a client knows its own. Null without user data. */
export const userDataHash = (text: string | undefined): string | null =>
  text ? createHash('sha256').update(text).digest('hex') : null;
