import { joinIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { get, queryAll } from '#lib/store/platform/read.ts';
import { create, remove, type Write } from '#lib/store/platform/write.ts';
import type { Allowed } from './hosts.ts';

/** What lets one host join. */
export interface JoinToken {
  id: string;
  /** SHA-256 of the token, in base64url. */
  hash: string;
  /** The host that takes its place again with a new key; a new host where it is null. */
  host_id: string | null;
  /** Epoch seconds of the civil clock. */
  expires: number;
  /** When it was made, and the name of the operator who made it; absent where a program did. */
  created_at?: string;
  created_by?: string;
  /** What the host may have together with others. */
  allowed?: Allowed;
}

declare module '#lib/store/records.ts' {
  interface Records {
    joinToken: JoinToken;
  }
}

export const putJoinToken = (token: JoinToken): Write =>
  create({ ...keys.joinToken(token.id), gsi1pk: joinIndex, gsi1sk: token.id, ...token, ttl: token.expires });

export const getJoinToken = (id: string) => get(keys.joinToken(id));

/** Uses a token up; stale where it was used meanwhile. */
export const useJoinToken = ({ id, hash }: JoinToken): Write => remove(keys.joinToken(id), [['hash', '=', hash]]);

/** Every token that nobody has used, those among them that have expired. */
export const allJoinTokens = () => queryAll({ pk: joinIndex, index: 'gsi1' });
