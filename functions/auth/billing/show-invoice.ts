import * as z from 'zod';
import { showInvoice } from '#lib/domain/billing/invoices/show.ts';
import { documentStorage } from '#lib/domain/storage/documents/store.ts';
import { route } from '#lib/edge/route.ts';
import { invoice } from '#lib/model/billing/invoice.ts';
import { id } from '#lib/model/platform/common.ts';

/** Shows a tax invoice or credit note, with a link to its PDF that is valid for 15 minutes. */
export const handler = route(
  {
    name: 'getInvoice',
    action: 'billing:GetInvoice',
    resource: ({ id }) => `invoice/${id}`,
    params: z.strictObject({ id: id('invoice') }),
    reply: invoice,
  },
  (context, { params }) => showInvoice(context, params, documentStorage),
);
