/** Nouns of other clouds and their command lines, by ours. Ours take precedence. */
const nounsElsewhere: Readonly<Record<string, readonly string[]>> = {
  instance: ['server', 'droplet', 'machine', 'linode', 'vps', 'node', 'box', 'pod', 'container', 'ec2', 'compute'],
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
  resize: ['resize', 'scale', 'upgrade', 'change-type', 'rescale'],
  attach: ['attach', 'mount', 'assign', 'associate'],
  detach: ['detach', 'unmount', 'umount', 'unassign', 'disassociate'],
  allow: ['add', 'allow', 'open', 'authorize', 'add-rule', 'create-rule'],
} as const;

/** Services and groups that others write before a command: `compute droplet list`, `ec2 describe-instances`. */
export const groupsElsewhere: readonly string[] = ['compute', 'ec2', 'iam', 'auth', 'autoscaling', 'elbv2', 's3api'];

/** Commands of others that no noun and verb of ours say. What is no more than named changes something, or has flags. */
export const commandsElsewhere: Readonly<Record<string, { readonly ours: string; readonly isSafe: boolean }>> = {
  ps: { ours: 'instance list', isSafe: true },
  info: { ours: 'status', isSafe: true },
  top: { ours: 'status', isSafe: true },
  stats: { ours: 'status', isSafe: true },
  version: { ours: '--version', isSafe: true },
  me: { ours: 'whoami', isSafe: true },
  pricing: { ours: 'price list', isSafe: true },
  balance: { ours: 'billing get', isSafe: true },
  costs: { ours: 'billing get', isSafe: true },
  usage: { ours: 'billing get', isSafe: true },
  configure: { ours: 'login', isSafe: false },
  exec: { ours: 'ssh', isSafe: false },
  'auth login': { ours: 'login', isSafe: true },
  'auth init': { ours: 'login', isSafe: true },
  'auth list': { ours: 'context list', isSafe: true },
  'config list': { ours: 'context list', isSafe: true },
  'balance get': { ours: 'billing get', isSafe: true },
  'sts get-caller-identity': { ours: 'whoami', isSafe: true },
  's3 ls': { ours: 'ls', isSafe: true },
  's3 cp': { ours: 'cp', isSafe: true },
  's3 rm': { ours: 'rm', isSafe: false },
  's3 mb': { ours: 'bucket create', isSafe: false },
  's3 rb': { ours: 'bucket delete', isSafe: false },
  'instance enable-backup': { ours: 'backup-schedule set', isSafe: false },
  'load-balancer add-target': { ours: 'backend add', isSafe: false },
  'load-balancer remove-target': { ours: 'backend remove', isSafe: false },
  'region list': { ours: 'platform health', isSafe: true },
  'location list': { ours: 'platform health', isSafe: true },
  'datacenter list': { ours: 'platform health', isSafe: true },
  'zone list': { ours: 'platform health', isSafe: true },
};

/** Our noun for a word of another cloud, singular or plural; undefined for a word that none uses. */
export function nounElsewhere(word: string): string | undefined {
  const isIt = (one: string) => word === one || word === `${one}s` || word === `${one}es`;
  return Object.keys(nounsElsewhere).find((noun) => nounsElsewhere[noun]?.some(isIt));
}
