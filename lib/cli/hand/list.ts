import type { HandCommand } from './hand.ts';

const everyday = 'Every day';
const setup = 'Set up';

/** The commands that are written by hand, in the order of the help. Their modules are loaded when they are used. */
export const handCommands: readonly HandCommand[] = [
  { name: 'register', group: everyday, about: 'Sign up, and log in', load: () => import('./register.ts') },
  { name: 'login', group: everyday, about: 'Log in', load: () => import('./login.ts') },
  { name: 'logout', group: everyday, about: 'Log out', load: () => import('./logout.ts') },
  { name: 'whoami', group: everyday, about: 'Who one is, and where', load: () => import('./whoami.ts') },
  { name: 'status', group: everyday, about: 'What runs, and what it costs', load: () => import('./status.ts') },
  { name: 'watch', group: everyday, about: 'A list that stays on the screen', load: () => import('./watch.ts') },
  { name: 'open', group: everyday, about: 'The pages of the platform', load: () => import('./open.ts') },
  { name: 'ssh', group: everyday, about: 'A shell on an instance', load: () => import('./ssh.ts') },
  { name: 'scp', group: everyday, about: 'Files to and from instances', load: () => import('./scp.ts') },
  { name: 'console', group: everyday, about: 'A terminal on an instance', load: () => import('./console.ts') },
  { name: 'cp', group: everyday, about: 'Files to and from buckets', load: () => import('./cp.ts') },
  { name: 'ls', group: everyday, about: 'Buckets, and what is in them', load: () => import('./ls.ts') },
  { name: 'rm', group: everyday, about: 'Delete objects', load: () => import('./rm.ts') },
  { name: 'presign', group: everyday, about: 'A link to an object', load: () => import('./presign.ts') },
  { name: 'wait', group: everyday, about: 'Wait until work is done', load: () => import('./wait.ts') },
  { name: 'up', group: setup, about: 'Start the platform of a checkout', load: () => import('./up.ts') },
  { name: 'down', group: setup, about: 'Stop the platform of a checkout', load: () => import('./down.ts') },
  { name: 'explain', group: setup, about: 'The fields of a noun', load: () => import('./explain.ts') },
  { name: 'context', group: setup, about: 'Platforms and logins by name', load: () => import('./context.ts') },
  { name: 'ssh-config', group: setup, about: 'Instances for OpenSSH itself', load: () => import('./ssh-config.ts') },
  { name: 'completion', group: setup, about: 'Completion for a shell', load: () => import('./completion.ts') },
  {
    name: 'account',
    verb: 'list',
    group: setup,
    about: 'The accounts of one’s teams',
    load: async () => (await import('./accounts.ts')).list,
  },
  {
    name: 'account',
    verb: 'use',
    group: setup,
    about: 'Go on with another account',
    load: async () => (await import('./accounts.ts')).use,
  },
  { name: 'api', group: setup, about: 'Any request of the API', load: () => import('./api.ts') },
];
