/** Nouns of other clouds and their command lines, by ours. Ours take precedence. */
const nounsElsewhere: Readonly<Record<string, readonly string[]>> = {
  instance: ['server', 'droplet', 'machine', 'linode', 'vps', 'node', 'box', 'ec2', 'compute'],
  'instance-type': ['size', 'plan', 'flavor', 'flavour', 'sku', 'server-type', 'machine-type'],
  image: ['ami', 'template', 'os', 'distribution'],
  'ssh-key': ['sshkey', 'keypair', 'key-pair', 'public-key'],
  volume: ['disk', 'drive', 'ebs', 'block-storage'],
  asg: ['auto-scaling-group', 'autoscaling-group', 'instance-group', 'scale-set', 'autoscaling'],
  vpc: ['network', 'net', 'private-network'],
  'firewall-rule': ['sg', 'security-group', 'firewall'],
  'elastic-ip': ['ip', 'floating-ip', 'reserved-ip', 'static-ip', 'public-ip', 'primary-ip', 'address'],
  'load-balancer': ['balancer', 'loadbalancer', 'elb', 'alb', 'nlb', 'nodebalancer'],
  certificate: ['ssl', 'tls', 'ssl-certificate'],
  bucket: ['space', 's3', 'object-storage'],
  'access-key': ['api-key', 'credential'],
  activity: ['event'],
  topup: ['payment', 'top-up'],
  invoice: ['bill'],
  quota: ['limit'],
};

/** Verbs that mean the same, here and elsewhere; a noun has one or two of a line. */
export const verbGroups = {
  read: ['get', 'show', 'describe', 'info', 'inspect', 'view'],
  list: ['list', 'ls', 'index'],
  create: ['create', 'launch', 'allocate', 'import', 'add', 'new', 'make', 'run', 'provision', 'deploy'],
  delete: ['delete', 'terminate', 'release', 'remove', 'rm', 'destroy', 'del', 'kill', 'drop', 'erase'],
  update: ['update', 'set', 'replace', 'edit', 'modify', 'change', 'rename', 'patch', 'configure'],
  start: ['start', 'boot', 'poweron', 'power-on', 'resume'],
  stop: ['stop', 'halt', 'shutdown', 'poweroff', 'power-off', 'pause', 'suspend'],
  reboot: ['reboot', 'restart', 'reset'],
  resize: ['resize', 'scale', 'upgrade'],
  attach: ['attach', 'mount', 'assign', 'associate'],
  detach: ['detach', 'unmount', 'umount', 'unassign', 'disassociate'],
  allow: ['add', 'allow', 'open', 'authorize'],
} as const;

/** Our noun for a word of another cloud, singular or plural; undefined for a word that none uses. */
export function nounElsewhere(word: string): string | undefined {
  const isIt = (one: string) => word === one || word === `${one}s` || word === `${one}es`;
  return Object.keys(nounsElsewhere).find((noun) => nounsElsewhere[noun]?.some(isIt));
}
