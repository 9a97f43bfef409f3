import { keys } from '#lib/store/keys.ts';
import { create, remove, type Write } from './write.ts';

/** Claims a value that is unique in the account; `taken` gets the id that has it. */
export const claimUnique = (
  account: string,
  noun: string,
  value: string,
  id: string,
  taken: (holder: string) => Error,
): Write => create({ ...keys.unique(account, noun, value), id }, (old) => taken(old?.id ?? ''));

/** Frees a value that belongs to this id. */
export const freeUnique = (account: string, noun: string, value: string, id: string): Write =>
  remove(keys.unique(account, noun, value), [['id', '=', id]]);
