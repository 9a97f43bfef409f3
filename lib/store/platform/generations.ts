import { keys } from '#lib/store/keys.ts';
import { get } from './read.ts';

/** A record with the generation of its account at its creation; absent for the first generation. */
export interface OfGeneration {
  account_generation?: number;
}

/** The generation of an account. A takeover by the owner of the account's address begins a new one. */
export const generationOf = (account: { generation?: number } | undefined): number => account?.generation ?? 0;

/** Whether a record is of this generation of its account. An older record is revoked. */
export const isOfGeneration = ({ account_generation = 0 }: OfGeneration, generation: number): boolean =>
  account_generation === generation;

/** Reads the present generation of an account. */
export const currentGeneration = async (account: string): Promise<number> =>
  generationOf(await get(keys.account(account)));
