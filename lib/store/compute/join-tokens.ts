import type { Stored } from '#lib/store/entity.ts';
import { joinIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { get, queryAll } from '#lib/store/platform/read.ts';
import { create, remove, type Write } from '#lib/store/platform/write.ts';
import type { joinToken } from './join-tokens.entity.ts';

/** A token with which one host can join. */
export type JoinToken = Stored<typeof joinToken>;

export const putJoinToken = (token: JoinToken): Write =>
  create({ ...keys.joinToken(token.id), gsi1pk: joinIndex, gsi1sk: token.id, ...token, ttl: token.expires });

export const getJoinToken = (id: string) => get(keys.joinToken(id));

/** Uses up a token. Stale where it has been used meanwhile. */
export const useJoinToken = ({ id, hash }: JoinToken): Write => remove(keys.joinToken(id), [['hash', '=', hash]]);

/** Every unused token, including expired ones. */
export const allJoinTokens = () => queryAll({ pk: joinIndex, index: 'gsi1' });
