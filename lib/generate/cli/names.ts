/** The command of an operation: `svc <noun> <verb>`. */
interface CommandName {
  readonly noun: string;
  readonly verb: string;
}

/** Operations that have a command by hand, or none, and why. */
export const byHand: Readonly<Record<string, string>> = {
  createConsoleTicket: '`svc console`; a browser opens `svc open NAME`',
  deleteInstanceSnapshot: 'the same as `svc snapshot delete`',
  exchangeCredentials: 'a context with `auth: token` does this',
  getConsoleLog: '`svc logs`',
  getInstanceSnapshot: 'the same as `svc snapshot get`',
  getJwks: 'for programs that verify tokens; `svc api /auth/.well-known/jwks.json`',
  iamLogin: '`svc login --account`',
  listInstanceSnapshots: 'the same as `svc snapshot list --instance`',
  login: '`svc login`',
  logout: '`svc logout`',
  receiveGatewayWebhook: 'only the payment gateway calls it',
  refresh: 'every command does this when a token expires',
  register: '`svc register`',
  setIamLoginPassword: 'asked for by `svc login --account`',
  switchAccount: '`svc account use`',
  verifyIamLogin: 'asked for by `svc login --account`',
  verifyTwoFactor: 'asked for by `svc login`',
};

/** What the rule would name otherwise. */
const exceptions: Readonly<Record<string, string>> = {
  addUserToGroup: 'group add-user',
  attachGroupPolicy: 'group attach-policy',
  attachUserPolicy: 'user attach-policy',
  changePassword: 'account change-password',
  convertDisk: 'instance convert-disk',
  createPresignedPost: 'object presign-post',
  createPresignedUrl: 'object presign',
  createTopup: 'topup create',
  deleteSession: 'session revoke',
  detachGroupPolicy: 'group detach-policy',
  detachUserPolicy: 'user detach-policy',
  forgotPassword: 'account forgot-password',
  getBucketUsage: 'bucket usage',
  getGroupPolicy: 'group get-policy',
  getHealth: 'platform health',
  getInstanceMetrics: 'instance metrics',
  getInviteInfo: 'invite get',
  getMe: 'account get',
  getOpenapi: 'platform openapi',
  getOrder: 'topup get',
  getSummary: 'billing get',
  getUsage: 'storage usage',
  getUserPolicy: 'user get-policy',
  inviteMember: 'invite create',
  listAutoScalingActivities: 'asg activities',
  listEndpoints: 'storage endpoints',
  listInstanceEvents: 'instance events',
  listInstanceMetrics: 'metrics list',
  listPlatformAuditLogs: 'platform list-audit-logs',
  listPlatformImages: 'platform list-images',
  listWebhookDeliveries: 'webhook deliveries',
  putAutoscaleRule: 'autoscale-rule set',
  removeUserFromGroup: 'group remove-user',
  resendVerification: 'account resend-verification',
  resetPassword: 'account reset-password',
  updateInstanceSshKeys: 'instance set-ssh-keys',
  updatePasswordPolicy: 'password-policy set',
  updatePolicy: 'policy replace',
  updateUserPassword: 'user set-password',
  verifyEmail: 'account verify-email',
  verifyOrder: 'topup verify',
};

/** What operators do is of the platform: `svc platform drain-host`. */
const ofOperators = [
  'listHosts',
  'getHost',
  'updateHost',
  'drainHost',
  'resumeHost',
  'fenceHost',
  'deleteHost',
  'listHostAddresses',
  'addHostAddress',
  'removeHostAddress',
  'pullImage',
  'importImage',
  'removeImage',
  'listJoinTokens',
  'createJoinToken',
  'deleteJoinToken',
  'listAccounts',
  'getAccount',
  'blockAccount',
  'unblockAccount',
  'creditAccount',
  'setAccountQuotas',
  'listLedgerDifferences',
  'resolveLedgerDifference',
  'listOperations',
] as const;

/** Nouns that are called otherwise than the operations call them. */
const renamed: Readonly<Record<string, string>> = {
  'auto-scaling-group': 'asg',
  'load-balancer-backend': 'backend',
};

const verbs: Readonly<Record<string, string>> = { put: 'set' };

/** Words that end in s and are one thing. */
const singular = new Set(['bucket-cors']);

/** The name of an operation's command; undefined where it has none of its own. */
export function commandName(operation: string): CommandName | undefined {
  if (byHand[operation]) return undefined;
  const [noun = '', verb = ''] = (exceptions[operation] ?? ofPlatform(operation) ?? byRule(operation)).split(' ');
  return { noun, verb };
}

const ofPlatform = (operation: string): string | undefined =>
  (ofOperators as readonly string[]).includes(operation)
    ? `platform ${operation.replaceAll(/([A-Z])/g, '-$1').toLowerCase()}`
    : undefined;

/** The first word is the verb, the rest is the noun, in the singular. */
function byRule(operation: string): string {
  const [first = '', ...rest] = operation.replaceAll(/([A-Z])/g, ' $1').split(' ');
  const words = rest.join('-').toLowerCase();
  const noun = singularOf(words);
  return `${renamed[noun] ?? noun} ${verbs[first] ?? first}`;
}

/** One of what a name in the plural has several of: `policies` is `policy`, `addresses` `address`. */
export function singularOf(words: string): string {
  if (singular.has(words)) return words;
  return words
    .replace(/ies$/, 'y')
    .replace(/sses$/, 'ss')
    .replace(/(?<!s)s$/, '');
}

/** What of the two tables names no operation of the document. */
export function unknownNames(operations: readonly string[]): string[] {
  return [...Object.keys(byHand), ...Object.keys(exceptions), ...ofOperators].filter(
    (name) => !operations.includes(name),
  );
}
