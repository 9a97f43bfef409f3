/** What each group of routes is about, by the folder of its handlers. */
const groups: Record<string, string> = {
  'access-keys': 'Access keys of IAM users, which sign requests, and of buckets, which give access to their objects.',
  activity: 'The changes in an account, in one order.',
  account: "The S3 endpoint, and the usage of all of an account's buckets.",
  asg: 'Auto scaling groups: sets of identical instances, whose number is fixed or follows the load.',
  'audit-logs': 'A record of who changed what, or tried to.',
  autoscaling: 'The rule that resizes one instance with its load.',
  'backup-schedules': 'Schedules of automatic backups.',
  billing: 'The wallet, top-ups, invoices, taxes, the plan and the budget.',
  buckets: 'Buckets of object storage, with their settings, objects and presigned requests.',
  certificates: 'Certificates with which load balancers serve https.',
  credentials: 'Access tokens for access keys.',
  'elastic-ips': 'Public IPv4 addresses that can move between instances.',
  firewall: 'Rules for the traffic that may reach or leave an instance.',
  groups: 'Groups of IAM users, which share policies.',
  'iam-login': 'Logins of IAM users.',
  'iam-users': 'IAM users: identities of an account, whose rights policies define.',
  images: 'The images that instances boot from.',
  'instance-snapshots': 'The snapshots of one instance.',
  'instance-types': 'The sizes of instances, with their prices.',
  instances: 'Virtual machines.',
  'load-balancers': 'Public addresses that distribute connections to instances.',
  mfa: "The caller's one-time codes.",
  'multipart-uploads':
    'Uploads of one object in parts, by URLs that need no key. They can be resumed after an interruption.',
  'password-policy': "The rules of IAM users' passwords.",
  platform: 'The platform itself, and the tasks of its operators: hosts, accounts, failures.',
  policies: 'Policies, which allow and deny actions.',
  prices: 'The prices of all resources.',
  quotas: 'The limits of an account, and how much of each is used.',
  sessions: 'Sign-up, logins, passwords and sessions of users.',
  simulate: 'A simulation of what policies would decide.',
  snapshots: 'Copies of disks, including those of instances that no longer exist.',
  'ssh-keys': 'Public keys for SSH logins to instances.',
  team: 'Invites to an account, and its members.',
  'two-factor': 'The second step of a login.',
  volumes: 'Disks that can move between instances.',
  vpcs: 'Private networks.',
  webhooks: 'URLs to which the events of an account are sent.',
};

/** The tags of these groups, each once, in order. Throws for a group that the table does not have. */
export function tagsOf(names: readonly string[]): { name: string; description: string }[] {
  return [...new Set(names)].sort().map((name) => {
    const description = groups[name];
    if (!description) throw new Error(`lib/edge/openapi/tags.ts does not describe the routes of ${name}`);
    return { name, description };
  });
}
