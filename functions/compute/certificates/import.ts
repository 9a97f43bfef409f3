import { importCertificate } from '#lib/domain/compute/certificates/import.ts';
import { route } from '#lib/edge/route.ts';
import { certificate, newCertificate } from '#lib/model/compute/certificate.ts';
import { tagFacts } from '#lib/model/identity/policy/context.ts';

/**
 * Stores a certificate with its private key for https listeners; no reply shows the key. 400 if certificate and key are
 * not a pair, expired or weak, 409 already_exists if the name is taken, 403 quota_exceeded.
 */
export const handler = route(
  {
    name: 'importCertificate',
    action: 'compute:ImportCertificate',
    resource: () => 'certificate/*',
    facts: (_, { body }) => tagFacts(body.tags),
    body: newCertificate,
    dryRun: true,
    reply: certificate,
    etag: 'always',
    status: 201,
    spends: true,
  },
  (context, { body }) => importCertificate(context, body),
);
