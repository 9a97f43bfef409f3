import { createHash } from 'node:crypto';

/** SHA-256 of user data in hex. Replies show it, so that clients can recognise their own. Null without user data. */
export const userDataHash = (text: string | undefined): string | null =>
  text ? createHash('sha256').update(text).digest('hex') : null;
