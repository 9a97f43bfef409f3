import type { Context } from '#lib/domain/platform/context.ts';
import type { Reference } from '#lib/model/platform/reference.ts';

/** The VPC that a request's body names, or the account's default one. */
export const vpcUsed = (
  { principal }: Pick<Context, 'principal'>,
  { body }: { body: { vpc_id?: string | undefined } },
): Reference[] => [{ kind: 'vpc', id: body.vpc_id ?? principal.default_vpc_id }];
