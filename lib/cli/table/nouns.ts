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
  'instance-type': noun('Compute', 'Sizes of instances, with prices', 'type'),
  image: noun('Compute', 'What instances are launched from'),
  'ssh-key': noun('Compute', 'Public keys for SSH logins', 'key'),
  volume: noun('Compute', 'Disks that outlive instances', 'vol'),
  snapshot: noun('Compute', 'Copies of the disks of instances', 'snap'),
  'backup-schedule': noun('Compute', 'Snapshots at fixed times', 'backup'),
  asg: noun('Compute', 'Auto scaling groups'),
  'autoscale-rule': noun('Compute', 'Resizing of one instance by its load'),
  metrics: noun('Compute', 'Metrics of several instances'),
  price: noun('Compute', 'Prices of everything'),
  quota: noun('Compute', 'Limits of the account'),
  vpc: noun('Network', 'Private networks'),
  'firewall-rule': noun('Network', 'What may reach an instance', 'fw'),
  'elastic-ip': noun('Network', 'Public addresses that stay', 'eip'),
  'load-balancer': noun('Network', 'One address for several instances', 'lb'),
  certificate: noun('Network', 'Certificates of https listeners', 'cert'),
  backend: noun('Network', 'Instances behind a load balancer'),
  bucket: noun('Storage', 'Buckets'),
  'bucket-cors': noun('Storage', 'Which pages may use a bucket', 'cors'),
  'multipart-upload': noun('Storage', 'Uploads of one object in parts, without a key'),
  'bucket-key': noun('Storage', 'S3 keys of a bucket'),
  'bucket-lifecycle': noun('Storage', 'When objects are deleted by themselves', 'lifecycle'),
  object: noun('Storage', 'Objects, and links to them', 'obj'),
  'bucket-policy': noun('Storage', 'Who may use a bucket through S3'),
  storage: noun('Storage', 'Endpoints, and usage of all buckets'),
  account: noun('Identity', 'The account and its owner'),
  session: noun('Identity', 'Logins'),
  mfa: noun('Identity', 'One-time codes at login'),
  member: noun('Identity', 'People of the team'),
  invite: noun('Identity', 'Invitations to the team'),
  user: noun('Identity', 'IAM users'),
  group: noun('Identity', 'Groups of IAM users'),
  policy: noun('Identity', 'What users and groups may do'),
  'access-key': noun('Identity', 'Keys of IAM users, for programs'),
  'password-policy': noun('Identity', 'What passwords must be like'),
  billing: noun('Billing', 'Balance, usage and runway'),
  topup: noun('Billing', 'Payments into the wallet'),
  transaction: noun('Billing', 'Every movement of the wallet', 'txn'),
  invoice: noun('Billing', 'Invoices'),
  budget: noun('Billing', 'A monthly limit of spending'),
  autopay: noun('Billing', 'Automatic top-ups'),
  subscription: noun('Billing', 'Monthly plans', 'sub'),
  'tax-profile': noun('Billing', 'GST number and address'),
  activity: noun('Platform', 'What happened, as it happens'),
  'audit-log': noun('Platform', 'Who asked for what', 'audit'),
  webhook: noun('Platform', 'Events sent to an address', 'hook'),
  platform: noun('Platform', 'Health, OpenAPI document, and what operators do'),
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
