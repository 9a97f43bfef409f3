import type { Image, Instance } from '#lib/generated/client/schemas.ts';

type Reachable = Pick<Instance, 'elastic_ip' | 'image_id' | 'public_ip' | 'ssh_port'>;

/** The command by which OpenSSH logs in; undefined where nobody knows whom the image lets in. */
export function sshCommand({ elastic_ip, image_id, public_ip, ssh_port }: Reachable, image: Image | undefined) {
  const user = image_id.startsWith('snap-') ? 'root' : image?.default_user;
  if (!user) return undefined;
  return elastic_ip ? `ssh ${user}@${elastic_ip.address}` : `ssh -p ${ssh_port} ${user}@${public_ip}`;
}

/** The public address of an instance, with the port of SSH where that is not the usual one. */
export const publicAddress = ({ elastic_ip, public_ip, ssh_port }: Reachable): string =>
  elastic_ip?.address ?? `${public_ip}:${ssh_port}`;
