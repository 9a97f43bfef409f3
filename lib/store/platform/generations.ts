import { keys } from '#lib/store/keys.ts';
import { get } from './read.ts';

/** What says in which generation of its account it was made; absent for the first. */
export interface Made {
  account_generation?: number;
}

/** Which generation of an account this is: the last before it was taken over by the owner of its address counts no more. */
export const generationOf = (account: { generation?: number } | undefined): number => account?.generation ?? 0;

/** Whether something was made in this generation of its account; what is older is revoked. */
export const isOfGeneration = ({ account_generation = 0 }: Made, generation: number): boolean =>
  account_generation === generation;

/** The generation that an account is in now. */
export const generationNow = async (account: string): Promise<number> =>
  generationOf(await get<{ generation?: number }>(keys.account(account)));
