/** How one route's examples differ from the examples of the fields; undefined leaves a field out. */
interface Situation {
  body?: Readonly<Record<string, unknown>>;
  reply?: Readonly<Record<string, unknown>>;
}

/** An instance while a request's work is in progress. */
const underWay = (status: string): Situation => ({
  reply: { status, ssh_ready: false, allowed_actions: status === 'terminating' ? [] : ['terminate'] },
});

const STOPPED = [
  ...['start', 'terminate', 'resize', 'convert_disk', 'create_snapshot'],
  ...['attach_volume', 'attach_elastic_ip'],
];

/** The situations of routes whose examples cannot be composed from the examples of their fields. */
export const situations: Readonly<Record<string, Situation>> = {
  addLoadBalancerBackend: { reply: { health: 'initial', health_reason: 'not checked yet', last_checked_at: null } },
  allocateElasticIp: {
    reply: {
      status: 'available',
      instance_id: null,
      attached_at: null,
      allowed_actions: ['update', 'attach', 'release'],
    },
  },
  attachElasticIp: { reply: { status: 'attaching', attached_at: null } },
  attachVolume: { reply: { status: 'attaching', allowed_actions: [] } },
  cancelAutopay: {
    reply: {
      status: 'cancelled',
      allowed_actions: [],
      next_debit_at: null,
      next_debit_paise: null,
      next_debit_status: null,
    },
  },
  cancelSubscription: { reply: { cancel_at_period_end: true, allowed_actions: [] } },
  convertDisk: {
    reply: {
      status: 'stopped',
      ssh_ready: false,
      task: 'converting_disk',
      allowed_actions: ['terminate', 'attach_elastic_ip'],
    },
  },
  createAutoScalingGroup: {
    reply: { status: 'scaling', instances: [], current_size: 0, last_activity: null },
  },
  createAutopay: {
    reply: {
      status: 'created',
      gateway_mandate_id: null,
      next_debit_at: null,
      next_debit_paise: null,
      next_debit_status: null,
    },
  },
  createBucket: { reply: { usage: { size_bytes: 0, objects: 0, measured_at: '2026-11-21T04:10:00Z' } } },
  createBucketKey: { body: { expires_at: null } },
  createLoadBalancer: { reply: { status: 'provisioning', backends: [] } },
  createPolicy: { body: { description: 'May launch small instances' } },
  createPresignedPost: { body: { key: undefined } },
  createPresignedUrl: {
    body: {
      version_id: undefined,
      content_type: undefined,
      content_length: undefined,
      content_md5: undefined,
      checksum_sha256: undefined,
    },
  },
  createSnapshot: { reply: { status: 'creating', progress_percent: 0, allowed_actions: [] } },
  createSubscription: {
    reply: { status: 'created', current_period_start: null, current_period_end: null },
  },
  createVolume: {
    body: { instance_id: undefined },
    reply: { status: 'creating', instance_id: null, allowed_actions: [] },
  },
  deleteAutoScalingGroup: { reply: { status: 'deleting', desired_capacity: 0 } },
  deleteBucketCors: { reply: { rules: [] } },
  deleteBucketLifecycle: { reply: { rules: [] } },
  deleteBucketPolicy: { reply: { policy: null } },
  deleteLoadBalancer: { reply: { status: 'deleting' } },
  detachElasticIp: { reply: { status: 'detaching', allowed_actions: [] } },
  detachGroupPolicy: { reply: { attached: false } },
  detachUserPolicy: { reply: { attached: false } },
  detachVolume: { reply: { status: 'detaching', allowed_actions: [] } },
  disableMfa: { body: { password: undefined } },
  iamLogin: { body: { password: 'correct-horse-battery-1' } },
  inviteMember: { body: { email: 'ravi@example.in' } },
  launchInstance: {
    body: { user_data: undefined, elastic_ip_id: undefined },
    reply: {
      status: 'provisioning',
      ssh_ready: false,
      launched_at: null,
      allowed_actions: ['terminate', 'attach_elastic_ip'],
    },
  },
  rebootInstance: underWay('rebooting'),
  register: {
    reply: {
      user: {
        id: 'usr-01kanx7m3v5q8w2c4d6f7g9h1j',
        account_id: '482910337451',
        created_at: '2026-11-21T04:10:00Z',
        updated_at: '2026-11-21T04:10:00Z',
        email: 'asha@example.in',
        email_verified: false,
        name: 'Asha',
        mfa_enabled: false,
        status: 'pending_verification',
      },
    },
  },
  removeUserFromGroup: { reply: { member: false } },
  resizeInstance: {
    reply: {
      status: 'stopped',
      ssh_ready: false,
      instance_type_id: 's1-medium',
      plan: { name: 's1-medium', cpu: 2, ram: 4096, disk: 60, price_monthly: 1699 },
      allowed_actions: STOPPED,
    },
  },
  restoreSnapshot: underWay('restoring'),
  setIamLoginPassword: { body: { new_password: 'correct-horse-battery-2' } },
  startInstance: underWay('starting'),
  stopInstance: underWay('stopping'),
  terminateInstance: underWay('terminating'),
  updateAccount: { body: { name: 'Blue Lotus Traders' } },
  updateLoadBalancer: { reply: { status: 'updating', algorithm: 'least_connections' } },
  updatePolicy: { body: { description: 'May launch small instances' } },
  updateUserPassword: {
    body: { generate: undefined, disabled: undefined, current_password: undefined },
    reply: { password: undefined },
  },
  verifyOrder: {
    reply: {
      status: 'paid',
      gateway_payment_id: 'pay_NkQ9d3pXyZ1abc',
      paid_at: '2026-11-21T04:12:00Z',
      invoice_id: 'inv-01kanx7m3v5q8w2c4d6f7g9h1j',
    },
  },
};
