import type { Health, Image, Instance } from '#lib/generated/client/schemas.ts';

type Reachable = Pick<Instance, 'elastic_ip' | 'image_id' | 'public_ip' | 'ssh_port'>;

/**
 * Whether the platform's own SSH server serves machines, which lets root in whatever the image is. It is the user of
 * the guides.
 */
const letsRootIn = ({ compute }: Pick<Health, 'compute'>): boolean =>
  compute.capabilities.some((one) => one === 'users' || one === 'single_user');

/** The command by which OpenSSH logs in; undefined where nobody knows whom the machine lets in. */
export function sshCommand(
  { elastic_ip, image_id, public_ip, ssh_port }: Reachable,
  { image, health }: { readonly image: Image | undefined; readonly health: Pick<Health, 'compute'> | undefined },
): string | undefined {
  if (!health) return undefined;
  const user = letsRootIn(health) ? 'root' : image_id.startsWith('snap-') ? undefined : image?.default_user;
  if (!user) return undefined;
  return elastic_ip ? `ssh ${user}@${elastic_ip.address}` : `ssh -p ${ssh_port} ${user}@${public_ip}`;
}

/** The public address of an instance, with the port of SSH where that is not the usual one. */
export const publicAddress = ({ elastic_ip, public_ip, ssh_port }: Reachable): string =>
  elastic_ip?.address ?? `${public_ip}:${ssh_port}`;
