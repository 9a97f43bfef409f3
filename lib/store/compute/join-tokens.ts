import type { Stored } from '#lib/store/entity.ts';
import { joinIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { get, queryAll } from '#lib/store/platform/read.ts';
import { create, remove, type Write } from '#lib/store/platform/write.ts';
import type { joinToken } from './join-tokens.entity.ts';

/** What lets one host join. */
export type JoinToken = Stored<typeof joinToken>;

export const putJoinToken = (token: JoinToken): Write =>
  create({ ...keys.joinToken(token.id), gsi1pk: joinIndex, gsi1sk: token.id, ...token, ttl: token.expires });

export const getJoinToken = (id: string) => get(keys.joinToken(id));

/** Uses a token up; stale where it was used meanwhile. */
export const useJoinToken = ({ id, hash }: JoinToken): Write => remove(keys.joinToken(id), [['hash', '=', hash]]);

/** Every token that nobody has used, those among them that have expired. */
export const allJoinTokens = () => queryAll({ pk: joinIndex, index: 'gsi1' });
