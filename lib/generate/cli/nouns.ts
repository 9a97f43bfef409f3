import type { Noun } from '#lib/cli/table/nouns.ts';
import type { Command } from '#lib/cli/table/types.ts';
import { type Document, operationsOf } from '#lib/generate/client/operations.ts';

const noun = (group: string, about: string, short?: string): Noun => ({ group, about, ...(short && { short }) });

/**
 * The nouns whose words are chosen, in the order of the help. Any other noun comes last of its group, and its words are
 * those of its folder of routes.
 */
const chosen: Readonly<Record<string, Noun>> = {
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

/** The nouns of these commands, in the order of the help. */
export function nounsOf(document: Document, commands: readonly Command[]): Record<string, Noun> {
  const names = [...new Set(commands.map(({ noun: name }) => name))];
  const unknown = Object.keys(chosen).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`no command has the noun ${unknown.join(', ')}`);
  const others = names.filter((name) => !(name in chosen));
  return { ...chosen, ...Object.fromEntries(others.map((name) => [name, usual(name, document, commands)])) };
}

/** What the document says of a noun: the words of its tag. Throws where the tag is about other nouns, too. */
function usual(name: string, document: Document, commands: readonly Command[]): Noun {
  const operations = operationsOf(document);
  const tagOf = ({ operation }: Command) => operations.find((one) => one.name === operation)?.tag;
  const tag = commands.filter((command) => command.noun === name).map(tagOf)[0];
  const others = commands.filter((command) => tagOf(command) === tag && command.noun !== name);
  if (others.length > 0) throw new Error(`the noun ${name} shares the folder ${tag}, so that its words must be chosen`);
  const { path = '' } = operations.find((one) => one.tag === tag) ?? {};
  const { description = '' } = document.tags.find((one) => one.name === tag) ?? {};
  return noun(groupOf(path), description.replace(/\.$/, ''));
}

function groupOf(path: string): string {
  const [, first = '', second = ''] = path.split('/');
  if (first === 'auth') return second === 'billing' ? 'Billing' : 'Identity';
  return { compute: 'Compute', storage: 'Storage' }[first] ?? 'Platform';
}
