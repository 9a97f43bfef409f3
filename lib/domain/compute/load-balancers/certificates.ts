import { openKey } from '#lib/domain/compute/certificates/resource.ts';
import { UnsealError } from '#lib/drivers/secrets/aead.ts';
import type { BalancerDescription } from '#lib/model/compute/host-descriptions.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { bindCertificate, readCertificates, unbindCertificate } from '#lib/store/compute/certificates.ts';
import type { LoadBalancerRecord, StoredListener } from '#lib/store/compute/load-balancers.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** A certificate with its key, as hosts receive it. */
export type OpenedCertificate = NonNullable<BalancerDescription['certificates']>[number];

/** The certificates that listeners name, each once. */
export const certificatesOf = (listeners: readonly StoredListener[]): string[] => [
  ...new Set(listeners.flatMap(({ certificate_ids = [] }) => certificate_ids)),
];

/**
 * Records in the certificates which load balancer uses them, so that they cannot be deleted meanwhile. 404 where the
 * account does not have a new one.
 */
export function changeCertificates(
  { account_id, id }: Pick<LoadBalancerRecord, 'account_id' | 'id'>,
  from: readonly StoredListener[],
  to: readonly StoredListener[],
): Write[] {
  const [before, after] = [certificatesOf(from), certificatesOf(to)];
  return [
    ...after
      .filter((one) => !before.includes(one))
      .map((one) => bindCertificate(account_id, one, id, () => notFound('certificate', one))),
    ...before.filter((one) => !after.includes(one)).map((one) => unbindCertificate(account_id, one, id)),
  ];
}

/**
 * The certificates of these load balancers with their keys, by account and id. Those that cannot be opened are left
 * out, so that only their load balancers fail.
 */
export async function openCertificates(
  balancers: readonly LoadBalancerRecord[],
): Promise<ReadonlyMap<string, OpenedCertificate>> {
  const wanted = balancers.flatMap(({ account_id: account, listeners }) =>
    certificatesOf(listeners).map((id) => ({ account, id })),
  );
  const once = [...new Map(wanted.map((one) => [one.id, one])).values()];
  if (once.length === 0) return new Map();
  const found = (await readCertificates(once)).map(async (record): Promise<[string, OpenedCertificate][]> => {
    if (!record) return [];
    const { id, certificate_pem } = record;
    const private_key_pem = await openKey(record).catch(unlessUnsealable);
    return private_key_pem === undefined ? [] : [[id, { id, certificate_pem, private_key_pem }]];
  });
  return new Map((await Promise.all(found)).flat());
}

function unlessUnsealable(error: unknown): undefined {
  if (!(error instanceof UnsealError)) throw error;
}
