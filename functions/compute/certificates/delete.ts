import * as z from 'zod';
import { deleteCertificate } from '#lib/domain/compute/certificates/delete.ts';
import { route } from '#lib/edge/route.ts';
import { deleted, id } from '#lib/model/platform/common.ts';

/** Deletes a certificate and its key. 409 in_use while a load balancer uses it. */
export const handler = route(
  {
    name: 'deleteCertificate',
    action: 'compute:DeleteCertificate',
    resource: ({ id }) => `certificate/${id}`,
    params: z.strictObject({ id: id('certificate') }),
    versioned: true,
    dryRun: true,
    reply: z.strictObject({ id: id('certificate'), deleted }),
  },
  (context, { params }) => deleteCertificate(context, params),
);
