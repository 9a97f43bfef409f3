import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { update, type Write } from '#lib/store/platform/write.ts';
import { listOf, setOf } from './iam.ts';
import type { operatorsRecord } from './operators.entity.ts';

type OperatorsRecord = Stored<typeof operatorsRecord>;

/* The accounts that run the deployment. Only `npm run operator` changes them; no route does. */

/** The ids in the operators' item; none where there is no item. */
export const operatorsOf = (item: OperatorsRecord | undefined): string[] => listOf(item?.account_ids);

/** The accounts that run the deployment, sorted. */
export const getOperators = async (): Promise<string[]> => operatorsOf(await get(keys.operators()));

/** Makes an account an operator's. */
export const addOperator = (account: string): Write =>
  update(keys.operators(), { add: { account_ids: new Set([account]) } });

/** Removes an account from the operators. */
export const removeOperator = (account: string): Write =>
  update(keys.operators(), { delete: { account_ids: setOf([account]) ?? new Set() } });
