import { addOperator } from '#lib/store/identity/operators.ts';
import { transact } from '#lib/store/platform/write.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { give } from '#lib/testing/functions/environment.ts';
import { verified } from '#lib/testing/functions/verified.ts';

/** Has the handlers think that they are on a laptop, where operators need no one-time code, or in a deployment. */
export const onLaptop = (isLocal = true): void => give({ SVC_MODE: isLocal ? 'local' : undefined });

/** Makes an account an operator's, as `npm run operator` does. */
const operate = ({ account_id }: Pick<SignedUp, 'account_id'>): Promise<void> => transact([addOperator(account_id)]);

/** An account that runs the platform, with a verified owner, on a laptop. */
export async function newOperator(): Promise<SignedUp> {
  const owner = await verified();
  await operate(owner);
  onLaptop();
  return owner;
}
