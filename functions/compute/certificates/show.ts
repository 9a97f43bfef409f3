import * as z from 'zod';
import { showCertificate } from '#lib/domain/compute/certificates/resource.ts';
import { route } from '#lib/edge/route.ts';
import { certificate } from '#lib/model/compute/certificate.ts';
import { id } from '#lib/model/platform/common.ts';

/** Shows a certificate, without its key. 404 if the account does not have it. */
export const handler = route(
  {
    name: 'getCertificate',
    action: 'compute:GetCertificate',
    resource: ({ id }) => `certificate/${id}`,
    params: z.strictObject({ id: id('certificate') }),
    reply: certificate,
    etag: 'always',
  },
  (context, { params }) => showCertificate(context, params),
);
