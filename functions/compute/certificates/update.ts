import * as z from 'zod';
import { updateCertificate } from '#lib/domain/compute/certificates/update.ts';
import { route } from '#lib/edge/route.ts';
import { certificate, certificateChange } from '#lib/model/compute/certificate.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Changes the name or tags of a certificate; to change the certificate itself, import another. 409 already_exists if
 * another certificate of the account has the name.
 */
export const handler = route(
  {
    name: 'updateCertificate',
    action: 'compute:UpdateCertificate',
    resource: ({ id }) => `certificate/${id}`,
    params: z.strictObject({ id: id('certificate') }),
    body: certificateChange,
    versioned: true,
    dryRun: true,
    reply: certificate,
    etag: 'always',
  },
  (context, { params, body }) => updateCertificate(context, { ...params, ...body }),
);
