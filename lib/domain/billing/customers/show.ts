import type { Context } from '#lib/domain/platform/context.ts';
import type { Customer } from '#lib/model/billing/customer.ts';
import { customerOf, findCustomer } from './resource.ts';

/** One account, with all its quotas. 404 where there is none. */
export async function showAccount(_context: Context, { id }: { id: string }): Promise<Customer> {
  return customerOf((await findCustomer(id)).account);
}
