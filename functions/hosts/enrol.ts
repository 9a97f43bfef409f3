import { enrolHost } from '#lib/domain/compute/hosts/join.ts';

/** For the launcher of a laptop's host, in the same process (`custom.svc.enrolHost`); never deployed. */
export const handler = ({ host_id, public_key }: { host_id: string; public_key: string }): Promise<void> =>
  enrolHost(host_id, public_key);
