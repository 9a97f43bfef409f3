import { isIPv4 } from 'node:net';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { ipv4Blocks } from '#lib/runtime/forwarder/blocks.ts';
import { compileGate } from '#lib/runtime/forwarder/rules.ts';
import { hostImages } from '#lib/runtime/images.ts';
import { parseAuthorizedKeys } from '#lib/runtime/ssh/keys.ts';

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const HOSTNAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);
/** Linux's limit (HOST_NAME_MAX), in characters. */
const NAME_LENGTH = 64;

/** Checks the facts that become arguments of programs. Refuses with INVALID. */
export function checkSpec(spec: MachineSpec): void {
  const checks: [string, boolean][] = [
    [`name ${spec.name}`, HOSTNAME.test(spec.name) && spec.name.length <= NAME_LENGTH],
    [`cidr ${spec.vpc.cidr}`, ipv4Blocks([spec.vpc.cidr]).length === 1],
    [`gateway ${spec.vpc.gateway}`, isIPv4(spec.vpc.gateway)],
    [`private_ip ${spec.private_ip}`, isIPv4(spec.private_ip)],
    [`port ${spec.ssh.port}`, Number.isInteger(spec.ssh.port) && spec.ssh.port > 0 && spec.ssh.port < 65_536],
  ];
  const wrong = checks.find(([, right]) => !right);
  if (wrong) throw new DriverError('INVALID', `machine ${spec.id} cannot be made with ${wrong[0].slice(0, 100)}`);
  checkSettings(spec);
}

/** Checks what can change while a machine runs. INVALID for a bad key, CIDR or address. */
export function checkSettings(spec: MachineSpec): void {
  parseAuthorizedKeys(spec.authorized_keys);
  compileGate(spec.firewall.inbound);
  compileGate(spec.firewall.outbound ?? []);
  const wrong = spec.addresses.find((address) => !isIPv4(address));
  if (wrong !== undefined) throw new DriverError('INVALID', `not an IPv4 address: ${wrong.slice(0, 60)}`);
}

/** The login name, beside root, of a machine made from this image. INVALID for an image that cannot be booted here. */
export function imageUser(imageId: string): string {
  const image = hostImages().find(({ id }) => id === imageId);
  if (image?.available) return image.default_user;
  const why = image?.reason ?? 'there is no such image';
  throw new DriverError('INVALID', `image ${imageId.slice(0, 60)} cannot be booted here: ${why}`);
}
