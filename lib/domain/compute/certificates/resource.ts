import type { Context } from '#lib/domain/platform/context.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import type { Certificate } from '#lib/model/compute/certificate.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { type CertificateRecord, getCertificate } from '#lib/store/compute/certificates.ts';
import { claimUnique, freeUnique } from '#lib/store/platform/uniques.ts';
import type { Write } from '#lib/store/platform/write.ts';

type Owner = Pick<CertificateRecord, 'account_id' | 'id'>;

/** Claims a name for a certificate. 409 where another certificate of the account has it. */
export const claimName = ({ account_id, id }: Owner, name: string): Write =>
  claimUnique(
    account_id,
    'certificate',
    name,
    id,
    (holder) => new ApiError('already_exists', `name: certificate ${JSON.stringify(name)} already exists as ${holder}`),
  );

/** Frees a certificate's name. */
export const freeName = ({ account_id, id }: Owner, name: string): Write =>
  freeUnique(account_id, 'certificate', name, id);

/** A certificate as replies show it. */
export function toCertificate(record: Omit<CertificateRecord, 'sealed_key' | 'certificate_pem'>): Certificate {
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    fingerprint: record.fingerprint,
    not_before: record.not_before,
    not_after: record.not_after,
    domains: record.domains,
    tags: record.tags,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

/** The caller's certificate. 404 where it does not exist or belongs to another account. */
export async function findCertificate(context: Context, id: string): Promise<CertificateRecord> {
  const record = await getCertificate(context.principal.account_id, id);
  if (!record) throw notFound('certificate', id);
  return record;
}

/** The caller's certificate, as replies show it. 404 where it does not exist. */
export async function showCertificate(context: Context, { id }: { id: string }): Promise<Certificate> {
  const record = await findCertificate(context, id);
  return context.show(toCertificate(record), record.version);
}

const sealedFor = ({ account_id, id }: Owner) => `certificate:${account_id}:${id}`;

/** A private key, sealed for its certificate's record. */
export const sealKey = (key: string, owner: Owner): Promise<string> => secretBox.seal(key, sealedFor(owner));

/** The private key of a certificate as PEM. Throws UnsealError where it cannot be opened. */
export const openKey = (record: CertificateRecord): Promise<string> =>
  secretBox.open(record.sealed_key, sealedFor(record));
