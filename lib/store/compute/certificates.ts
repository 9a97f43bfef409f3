import type { Stored } from '#lib/store/entity.ts';
import { nameIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { get, manyOf } from '#lib/store/platform/read.ts';
import { changing, create, type Refusal, remove, update, type Write } from '#lib/store/platform/write.ts';
import type { certificateRecord } from './certificates.entity.ts';

export type CertificateRecord = Stored<typeof certificateRecord>;

const keyOf = (account: string, id: string) => keys.listed(account, 'certificate', id);

export const getCertificate = (account: string, id: string) => get(keyOf(account, id));

/** The certificates with these ids, in the same order; undefined for those that do not exist. */
export const readCertificates = (
  wanted: readonly { account: string; id: string }[],
): Promise<(CertificateRecord | undefined)[]> => manyOf(wanted.map(({ account, id }) => keyOf(account, id)));

/** The part of a record that events may contain: neither the key nor the chain. */
const shownOf = ({ sealed_key: _, certificate_pem: __, ...shown }: CertificateRecord) => shown;

export const createCertificate = (record: CertificateRecord): Write =>
  changing(
    'certificate',
    undefined,
    shownOf(record),
    create({
      ...keyOf(record.account_id, record.id),
      ...nameIndex(record.account_id, 'certificate', record.name, record.id),
      ...record,
    }),
  );

/** Changes a certificate's name and tags. Stale where it was changed since it was read. */
export const changeCertificate = (record: CertificateRecord, { name, tags, updated_at }: CertificateRecord): Write =>
  update(
    keyOf(record.account_id, record.id),
    {
      set: {
        name,
        tags,
        updated_at,
        version: record.version + 1,
        ...nameIndex(record.account_id, 'certificate', name, record.id),
      },
    },
    [['version', '=', record.version]],
  );

/** Deletes a certificate that no load balancer uses. */
export const removeCertificate = (record: CertificateRecord): Write =>
  changing(
    'certificate',
    shownOf(record),
    undefined,
    remove(keyOf(record.account_id, record.id), [
      ['version', '=', record.version],
      ['lb_ids', 'absent'],
    ]),
  );

/** Records that a load balancer uses the certificate, which then cannot be deleted. */
export const bindCertificate = (
  account: string,
  id: string,
  balancer: string,
  refuse: Refusal<CertificateRecord>,
): Write => update(keyOf(account, id), { add: { lb_ids: new Set([balancer]) } }, [['pk', 'exists']], refuse);

/** Records that a load balancer no longer uses the certificate. */
export const unbindCertificate = (account: string, id: string, balancer: string): Write =>
  update(keyOf(account, id), { delete: { lb_ids: new Set([balancer]) } }, [['pk', 'exists']]);
