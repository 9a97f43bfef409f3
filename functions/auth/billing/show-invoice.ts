import * as z from 'zod';
import { showInvoice } from '#lib/domain/invoices/show.ts';
import { route } from '#lib/edge/route.ts';
import { id } from '#lib/model/common.ts';
import { invoice } from '#lib/model/invoice.ts';

/** One tax invoice or credit note, with a link to its PDF that is good for 15 minutes. */
export const handler = route(
  {
    name: 'getInvoice',
    action: 'billing:GetInvoice',
    resource: ({ id }) => `invoice/${id}`,
    params: z.strictObject({ id: id('invoice') }),
    reply: invoice,
  },
  (context, { params }) => showInvoice(context, params),
);
