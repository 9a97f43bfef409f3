import * as z from 'zod';
import { certificate } from '#lib/model/compute/certificate.ts';
import { listed } from '#lib/store/entity.ts';

export const certificateRecord = z.strictObject({
  ...certificate.shape,
  /** The chain, starting with the certificate itself. */
  certificate_pem: z.string(),
  /** The private key as PEM, sealed for this record. */
  sealed_key: z.string(),
  version: z.number(),
  /** The load balancers whose listeners use it. */
  lb_ids: z.set(z.string()).exactOptional(),
});

export const entities = {
  certificate: listed('certificate', {
    read: 'show, lists, load balancers; their host',
    version: 'version',
    record: certificateRecord,
  }),
};
