/** The verbs of names that read better as another. */
const verbs: Record<string, string> = { get: 'show', put: 'set' };

/** Words of names that are not written in lower case. */
const words: Record<string, string> = {
  Ssh: 'SSH',
  Vpc: 'VPC',
  Vpcs: 'VPCs',
  Ip: 'IP',
  Ips: 'IPs',
  Iam: 'IAM',
  Url: 'URL',
};

/** Summaries of routes whose name says too little of them. */
const own: Record<string, string> = {
  activateAutopay: 'Activate automatic top-ups',
  addUserToGroup: 'Add a user to a group',
  addLoadBalancerBackend: 'Add a backend to a load balancer',
  attachGroupPolicy: 'Attach a policy to a group',
  attachUserPolicy: 'Attach a policy to a user',
  cancelAutopay: 'Cancel automatic top-ups',
  cancelSubscription: 'Cancel the subscription',
  changePassword: "Change the caller's password",
  createAutopay: 'Create a mandate for automatic top-ups',
  createPresignedPost: 'Create a presigned upload form',
  createTopup: 'Create an order for a top-up',
  deleteBucketCors: 'Remove the CORS rules of a bucket',
  deleteBucketLifecycle: 'Remove the lifecycle rules of a bucket',
  deleteInstanceSnapshot: 'Delete a snapshot of an instance',
  detachGroupPolicy: 'Detach a policy from a group',
  detachUserPolicy: 'Detach a policy from a user',
  disableMfa: 'Disable one-time codes',
  enableMfa: 'Enable one-time codes',
  exchangeCredentials: 'Get an access token for an access key',
  forgotPassword: 'Ask for a link to a new password',
  getAutopay: 'Show the mandate for automatic top-ups',
  getBucketCors: 'List the CORS rules of a bucket',
  getBucketLifecycle: 'List the lifecycle rules of a bucket',
  getBucketUsage: 'Show the usage of a bucket',
  getBudget: 'Show the budget',
  getGroupPolicy: 'Check whether a policy is attached to a group',
  getHealth: 'Show the health of the platform',
  getInstanceMetrics: 'Show the metrics of an instance',
  getInstanceSnapshot: 'Show a snapshot of an instance',
  getInviteInfo: 'Show an invite to its receiver',
  getJwks: 'List the public keys of access tokens',
  getMe: "Show the caller's profile",
  getMfa: "Show the caller's one-time codes",
  getOpenapi: 'Show the OpenAPI document',
  getPasswordPolicy: 'Show the password rules',
  getSubscription: 'Show the plan',
  getSummary: 'Show balance and spending',
  getTaxProfile: 'Show the tax profile',
  getUsage: 'Show the usage of all buckets',
  getUserPolicy: 'Check whether a policy is attached to a user',
  iamLogin: 'Log in as an IAM user',
  inviteMember: 'Invite to the team',
  listInstanceEvents: 'List the events of an instance',
  listInstanceSnapshots: 'List the snapshots of an instance',
  listLoadBalancerBackends: 'List the backends of a load balancer',
  listActivity: 'List what happened',
  listAuditLogs: 'List who asked for what',
  listEndpoints: 'List the S3 endpoints',
  listInstanceMetrics: 'Show the metrics of several instances',
  listWebhookDeliveries: 'List the last deliveries of a webhook',
  listAutoScalingActivities: 'List the activities of an auto scaling group',
  listBucketKeys: 'List the access keys of a bucket',
  login: 'Log in',
  logout: 'Log out',
  putBucketCors: 'Set the CORS rules of a bucket',
  putBucketLifecycle: 'Set the lifecycle rules of a bucket',
  putBudget: 'Set the budget',
  receiveGatewayWebhook: 'Receive an event of the payment gateway',
  refresh: 'Get new tokens for a refresh token',
  refreshAutoScalingGroup: 'Replace all members of an auto scaling group',
  register: 'Sign up',
  removeLoadBalancerBackend: 'Remove a backend from a load balancer',
  removeMember: 'Remove a member from the team',
  removeUserFromGroup: 'Remove a user from a group',
  replaceFirewallRules: 'Replace all firewall rules of an instance',
  resendVerification: 'Mail a new verification code',
  resetPassword: 'Set a new password by a mailed token',
  setIamLoginPassword: 'Set the new password that a login asks for',
  setupAutopay: 'Begin the authorisation of automatic top-ups',
  simulatePolicy: 'Show what the policies of a user decide',
  redeliverWebhook: 'Send the event of a delivery again',
  deleteSession: 'End a session',
  testWebhook: 'Send a webhook a test event',
  setupMfa: 'Begin the setup of one-time codes',
  switchAccount: 'Switch to another account',
  updateAccount: 'Rename the account',
  updateAutopay: 'Change automatic top-ups',
  updateInstanceSshKeys: 'Replace the SSH keys of an instance',
  updatePasswordPolicy: 'Replace the password rules',
  updateTaxProfile: 'Change the tax profile',
  updateUserPassword: 'Change the password of an IAM user',
  verifyEmail: 'Verify an e-mail address',
  verifyIamLogin: "Finish an IAM user's login with a code",
  verifyOrder: 'Prove the payment of an order',
  verifyTwoFactor: 'Finish a login with a code',
};

/** A route's name as a summary: `listSshKeys` is List SSH keys, `getElasticIp` is Show an elastic IP. */
export function summaryOf(name: string): string {
  const said = own[name];
  if (said) return said;
  const [verb = '', ...rest] = name.split(/(?=[A-Z])/);
  const noun = rest.map((word) => words[word] ?? word.toLowerCase()).join(' ');
  const sentence = `${verbs[verb] ?? verb} ${/[^s]s$/.test(noun) ? '' : article(noun)}${noun}`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

const article = (noun: string): string => (/^[aeio]|^SSH/.test(noun) ? 'an ' : 'a ');
