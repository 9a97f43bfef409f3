import { enrolHost } from '#lib/domain/compute/hosts/join.ts';

/**
 * Gives a laptop's host its key. Called by the host's launcher in the same process (`custom.svc.enrolHost`); never
 * deployed.
 */
export const handler = ({ host_id, public_key }: { host_id: string; public_key: string }): Promise<void> =>
  enrolHost(host_id, public_key);
