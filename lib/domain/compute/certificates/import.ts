import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Certificate, NewCertificate } from '#lib/model/compute/certificate.ts';
import { type CertificatePair, readPair } from '#lib/model/compute/x509.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { type CertificateRecord, createCertificate } from '#lib/store/compute/certificates.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { planNotice } from './expiring.ts';
import { claimName, sealKey, toCertificate } from './resource.ts';

/**
 * Stores a certificate with its private key, sealed. 400 where the two are not a pair that can be served now, 409 where
 * the name is taken, 403 over quota.
 */
export async function importCertificate(context: Context, input: NewCertificate): Promise<Certificate> {
  const pair = readPair(input, context.now);
  return retryOnConflict(async () => {
    const record = await newRecord(context, input, pair);
    return context.commit({
      writes: [
        claimName(record, record.name),
        takeQuota(record.account_id, 'certificates'),
        createCertificate(record),
        ...planNotice(record, context.now),
      ],
      reply: toCertificate(record),
      version: record.version,
    });
  });
}

async function newRecord(
  context: Context,
  { name, tags }: NewCertificate,
  { private_key_pem, certificate_pem, fingerprint, ...facts }: CertificatePair,
): Promise<CertificateRecord> {
  const now = rfc3339(context.now);
  const owner = { account_id: context.principal.account_id, id: newId('certificate', context.now) };
  return {
    ...owner,
    name,
    fingerprint,
    not_before: rfc3339(facts.not_before),
    not_after: rfc3339(facts.not_after),
    domains: [...facts.domains],
    tags,
    certificate_pem,
    sealed_key: await sealKey(private_key_pem, owner),
    created_at: now,
    updated_at: now,
    version: 1,
  };
}
