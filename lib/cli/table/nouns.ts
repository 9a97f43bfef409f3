/** A noun as it is told: its other names, where it stands in the help, and what it is. */
interface Noun {
  readonly group: string;
  readonly about: string;
  /** Beside the plural. */
  readonly short?: string;
}

const noun = (group: string, about: string, short?: string): Noun => ({ group, about, ...(short && { short }) });

/** The nouns of the table, as `svc --help` shows them. */
export const nouns: Readonly<Record<string, Noun>> = {
  instance: noun('Compute', 'Machines', 'vm'),
  'instance-type': noun('Compute', 'Instance sizes and prices', 'type'),
  image: noun('Compute', 'Images that instances boot from'),
  'ssh-key': noun('Compute', 'Public keys for SSH logins', 'key'),
  volume: noun('Compute', 'Disks that outlive instances', 'vol'),
  snapshot: noun('Compute', 'Copies of instance disks', 'snap'),
  'backup-schedule': noun('Compute', 'Scheduled snapshots', 'backup'),
  asg: noun('Compute', 'Auto scaling groups'),
  'autoscale-rule': noun('Compute', 'Automatic resizing of one instance'),
  metrics: noun('Compute', 'Metrics of several instances'),
  price: noun('Compute', 'Prices'),
  quota: noun('Compute', 'Limits of the account'),
  vpc: noun('Network', 'Private networks'),
  'firewall-rule': noun('Network', 'Firewall rules of an instance', 'fw'),
  'elastic-ip': noun('Network', 'Reserved public addresses', 'eip'),
  'load-balancer': noun('Network', 'One public address for several instances', 'lb'),
  certificate: noun('Network', 'Certificates of HTTPS listeners', 'cert'),
  backend: noun('Network', 'Instances behind a load balancer'),
  bucket: noun('Storage', 'Buckets'),
  'bucket-cors': noun('Storage', 'CORS rules of a bucket', 'cors'),
  'multipart-upload': noun('Storage', 'Uploads of one object in parts, without a key'),
  'bucket-key': noun('Storage', 'S3 keys of a bucket'),
  'bucket-lifecycle': noun('Storage', 'Automatic deletion of objects', 'lifecycle'),
  object: noun('Storage', 'Objects, and links to them', 'obj'),
  'bucket-policy': noun('Storage', 'Who can use a bucket through S3'),
  storage: noun('Storage', 'S3 endpoints and total usage'),
  account: noun('Identity', 'The account and its owner'),
  session: noun('Identity', 'Logins'),
  mfa: noun('Identity', 'One-time codes for logins'),
  member: noun('Identity', 'People of the team'),
  invite: noun('Identity', 'Invitations to the team'),
  user: noun('Identity', 'IAM users'),
  group: noun('Identity', 'Groups of IAM users'),
  policy: noun('Identity', 'Permissions of users and groups'),
  'access-key': noun('Identity', 'Keys of IAM users, for programs'),
  'password-policy': noun('Identity', 'Password rules'),
  billing: noun('Billing', 'Balance, usage and runway'),
  topup: noun('Billing', 'Payments into the wallet'),
  transaction: noun('Billing', 'Transactions of the wallet', 'txn'),
  invoice: noun('Billing', 'Invoices'),
  budget: noun('Billing', 'Monthly spending limit'),
  autopay: noun('Billing', 'Automatic top-ups'),
  subscription: noun('Billing', 'Monthly plans', 'sub'),
  'tax-profile': noun('Billing', 'GST number and address'),
  activity: noun('Platform', 'Activity feed'),
  'audit-log': noun('Platform', 'Audit log', 'audit'),
  webhook: noun('Platform', 'Events sent to your URL', 'hook'),
  platform: noun('Platform', 'Health, OpenAPI document and operator tasks'),
};

/** The other names of a noun: its plural, where it has one, and its short form. */
export function aliasesOf(name: string): string[] {
  const plural = /s$/.test(name) ? undefined : name.replace(/(?<![aeiou])y$/, 'ie').concat('s');
  return [plural, nouns[name]?.short, nouns[name]?.short && `${nouns[name].short}s`].filter(
    (alias): alias is string => alias !== undefined && alias !== '',
  );
}

/** The noun that a word names, by its name or one of its others. */
export const nounOf = (word: string): string | undefined =>
  word in nouns ? word : Object.keys(nouns).find((name) => aliasesOf(name).includes(word));
