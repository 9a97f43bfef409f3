import type { WrittenCommand } from './command.ts';

const everyday = 'Every day';
const setup = 'Set up';

/** The commands that are written by hand, in the order of the help. Their modules are loaded when they are used. */
export const handCommands: readonly WrittenCommand[] = [
  {
    name: 'register',
    group: everyday,
    about: 'Sign up and log in',
    examples: [
      'svc register you@example.com',
      "echo 'a long passphrase' | svc register you@example.com --password-stdin",
    ],
    load: () => import('./register.ts'),
  },
  {
    name: 'login',
    group: everyday,
    about: 'Log in',
    examples: ['svc login you@example.com', 'svc login ravi --account 492039184756'],
    load: () => import('./login.ts'),
  },
  { name: 'logout', group: everyday, about: 'Log out', load: () => import('./logout.ts') },
  { name: 'whoami', group: everyday, about: 'Show who is logged in, and where', load: () => import('./whoami.ts') },
  { name: 'status', group: everyday, about: 'Show what runs and its price', load: () => import('./status.ts') },
  {
    name: 'watch',
    group: everyday,
    about: 'Watch a list as it changes',
    examples: ['svc watch instances', 'svc watch volumes --filter status=attached', 'svc watch firewall-rules web'],
    load: () => import('./watch.ts'),
  },
  {
    name: 'open',
    group: everyday,
    about: 'Open the platform, or the console of an instance, in a browser',
    examples: ['svc open', 'svc open web'],
    load: () => import('./open.ts'),
  },
  {
    name: 'ssh',
    group: everyday,
    about: 'Get a shell on an instance, or run a command there',
    examples: ['svc ssh web', "svc ssh web -- 'uptime; df -h'", 'svc ssh -N -L 8080:localhost:80 web'],
    load: () => import('./ssh.ts'),
  },
  {
    name: 'scp',
    group: everyday,
    about: 'Copy files to and from instances',
    examples: ['svc scp notes.txt web:', 'svc scp -r web:/var/log logs'],
    load: () => import('./scp.ts'),
  },
  {
    name: 'logs',
    group: everyday,
    about: 'Show the console log of an instance: boot, services and user data',
    examples: ['svc logs web', 'svc logs web -f'],
    load: () => import('./logs.ts'),
  },
  {
    name: 'console',
    group: everyday,
    about: 'Open a terminal on an instance, without SSH; Ctrl-] hangs up',
    load: () => import('./console.ts'),
  },
  {
    name: 'cp',
    group: everyday,
    about: 'Copy files to, from and between buckets',
    examples: [
      'svc cp film.mp4 s3://my-bucket/',
      'svc cp -r s3://my-bucket/photos photos',
      'svc cp -r -u s3://my-bucket/photos s3://other-bucket/photos',
      'pg_dump | svc cp - s3://my-bucket/dump.sql',
    ],
    load: () => import('./cp.ts'),
  },
  {
    name: 'ls',
    group: everyday,
    about: 'List buckets and their objects',
    examples: ['svc ls', 'svc ls s3://my-bucket/photos', 'svc ls -r s3://my-bucket'],
    load: () => import('./ls.ts'),
  },
  {
    name: 'rm',
    group: everyday,
    about: 'Delete objects',
    examples: ['svc rm s3://my-bucket/film.mp4', 'svc rm -r s3://my-bucket/photos --dry-run'],
    load: () => import('./rm.ts'),
  },
  {
    name: 'presign',
    group: everyday,
    about: 'Create a link to an object that works without a login',
    examples: ['svc presign s3://my-bucket/film.mp4 --expires-in 7d', 'svc presign s3://my-bucket/film.mp4 --put'],
    load: () => import('./presign.ts'),
  },
  {
    name: 'wait',
    group: everyday,
    about: 'Wait until a resource is ready or has a given status',
    examples: ['svc wait web', 'svc wait web --for stopped'],
    load: () => import('./wait.ts'),
  },
  { name: 'up', group: setup, about: 'Start the platform of a checkout', load: () => import('./up.ts') },
  { name: 'down', group: setup, about: 'Stop the platform of a checkout', load: () => import('./down.ts') },
  {
    name: 'doctor',
    group: setup,
    about: 'Check what machines can do on this computer, and how to enable the rest',
    examples: ['svc doctor', 'svc doctor machine web'],
    load: () => import('./doctor.ts'),
  },
  {
    name: 'explain',
    group: setup,
    about: 'Explain the fields of a noun',
    examples: ['svc explain instance', 'svc explain instance.plan'],
    load: () => import('./explain.ts'),
  },
  {
    name: 'context',
    group: setup,
    about: 'Manage named platforms and logins',
    examples: [
      'svc context add work --at https://api.example.com --access-key-id AKIDEXAMPLE',
      'svc context use work',
      'svc context list',
    ],
    load: () => import('./context.ts'),
  },
  {
    name: 'ssh-config',
    group: setup,
    about: 'Print an SSH configuration with which ssh, rsync and editors find instances by name',
    examples: ['svc ssh-config --add-key', 'svc ssh-config --prefix lab-'],
    load: () => import('./ssh-config.ts'),
  },
  {
    name: 'ansible-inventory',
    group: setup,
    about: 'Print the instances as an Ansible inventory',
    examples: ['svc ansible-inventory --list', 'svc ansible-inventory --host web'],
    load: () => import('./ansible-inventory.ts'),
  },
  {
    name: 'export',
    group: setup,
    about: 'Print the account as a Terraform configuration',
    examples: ['svc export terraform > main.tf'],
    load: () => import('./export.ts'),
  },
  {
    name: 'completion',
    group: setup,
    about: 'Print a completion script for a shell',
    examples: ['eval "$(svc completion bash)"', 'svc completion fish > ~/.config/fish/completions/svc.fish'],
    load: () => import('./completion.ts'),
  },
  {
    name: 'account',
    verb: 'list',
    group: setup,
    about: 'List the accounts of your teams',
    load: async () => (await import('./accounts.ts')).list,
  },
  {
    name: 'account',
    verb: 'use',
    group: setup,
    about: 'Switch to another account',
    load: async () => (await import('./accounts.ts')).use,
  },
  {
    name: 'api',
    group: setup,
    about: 'Send any request to the API',
    examples: ['svc api "/compute/instances?limit=2"', "svc api -X POST /auth/groups --body '{name: readers}'"],
    load: () => import('./api.ts'),
  },
];

/** Commands whose first word is the name of an instance. */
const ofInstance = new Set(['ssh', 'logs', 'wait', 'console', 'open']);

/** Whether a command by hand is about the one instance that its first word names. */
export const isOfInstance = (name: string): boolean => ofInstance.has(name);
