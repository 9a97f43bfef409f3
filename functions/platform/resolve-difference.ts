import * as z from 'zod';
import { resolveLedgerDifference } from '#lib/domain/billing/wallets/differences.ts';
import { route } from '#lib/edge/route.ts';
import { ledgerDifference, resolution } from '#lib/model/billing/difference.ts';

/** Records how a difference was resolved; it corrects nothing. A difference that is found again is reopened. */
export const handler = route(
  {
    name: 'resolveLedgerDifference',
    action: 'platform:Audit',
    resource: ({ id }) => `ledger-difference/${id}`,
    params: z.strictObject({ id: ledgerDifference.shape.id }),
    body: resolution,
    reply: ledgerDifference,
  },
  (context, { params, body }) => resolveLedgerDifference(context, { ...params, ...body }),
);
