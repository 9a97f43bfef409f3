// Made from lib/generated/openapi.json by `npm run openapi`; it is not edited.

import type { CallOptions, ChangeOptions, DryRunOption, MatchOption, WaitOption } from '#lib/client/options.ts';
import type {
  AccessKey,
  AccessToken,
  Activity,
  ActivityEvent,
  Asg,
  AuditLog,
  Authorization,
  AutoscaleRule,
  Backend,
  BackupSchedule,
  BillingSummary,
  Bucket,
  BucketKey,
  BucketUsage,
  Budget,
  Certificate,
  CodeNeeded,
  CompletedUpload,
  ConsoleLog,
  ConsoleTicket,
  CorsRule,
  Customer,
  DeletedUpload,
  DeletedUser,
  Delivery,
  DrainingBackend,
  ElasticIp,
  EndedMembership,
  Firewall,
  FirewallRule,
  Group,
  GroupAttachment,
  GroupDetachment,
  Health,
  Host,
  IamTokens,
  IamUser,
  Image,
  Instance,
  InstanceEvent,
  InstanceType,
  Invite,
  InviteInfo,
  Invoice,
  JoinToken,
  Joined,
  Jwks,
  LedgerDifference,
  LifecycleRule,
  ListedObject,
  LoadBalancer,
  Mandate,
  Member,
  Membership,
  Metrics,
  Mfa,
  MfaSetup,
  NewAccessKey,
  NewBucketKey,
  NewInvite,
  NewJoinToken,
  NewSubscription,
  NewUpload,
  NewWebhook,
  Operation,
  Order,
  PasswordNeeded,
  PasswordPolicy,
  PasswordState,
  PlatformAuditLog,
  PlatformImage,
  Policy,
  PoolAddress,
  PresignedPost,
  PresignedUrl,
  Price,
  Profile,
  Quota,
  Session,
  ShownPolicy,
  Simulation,
  Snapshot,
  SshKey,
  StorageEndpoint,
  StorageUsage,
  Subscription,
  TaxProfile,
  Tokens,
  Transaction,
  Upload,
  UserAttachment,
  UserDetachment,
  Volume,
  Vpc,
  Webhook,
} from './schemas.ts';

/** The body of `acceptInvite`. */
export interface AcceptInviteBody {
  /** The token of the invite. */
  token: string;
}

/** What `acceptInvite` takes. */
export interface AcceptInviteArgs extends ChangeOptions {
  body: AcceptInviteBody;
}

/** The body of `activateAutopay`. */
export interface ActivateAutopayBody {
  /** The payment's id, as the checkout returned it. */
  gateway_payment_id: string;
  /** The signature that the checkout returned with the payment. */
  signature: string;
}

/** What `activateAutopay` takes. */
export interface ActivateAutopayArgs extends ChangeOptions, MatchOption {
  body: ActivateAutopayBody;
}

/** The body of `addFirewallRule`. */
export interface AddFirewallRuleBody {
  /** Whether it allows traffic to the instance or from it. */
  direction: 'inbound' | 'outbound';
  /** The protocol of the traffic. */
  protocol: 'tcp' | 'udp' | 'icmp' | 'all';
  /** The first port; null or omitted for all ports. Not allowed with icmp or all. */
  port_from?: number | null | undefined;
  /** The last port; the same as the first if it is null or omitted. */
  port_to?: number | null | undefined;
  /** The IPv4 or IPv6 blocks at the other end, without host bits. */
  cidrs?: readonly string[] | undefined;
  /** What the rule is for; null for nothing. */
  description?: string | null | undefined;
}

/** What `addFirewallRule` takes. */
export interface AddFirewallRuleArgs extends ChangeOptions, MatchOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  body: AddFirewallRuleBody;
}

/** The body of `addHostAddress`. */
export interface AddHostAddressBody {
  /** The address. */
  address: string;
}

/** What `addHostAddress` takes. */
export interface AddHostAddressArgs extends ChangeOptions {
  /** The host's id. */
  id: string;
  body: AddHostAddressBody;
}

/** The body of `addLoadBalancerBackend`. */
export interface AddLoadBalancerBackendBody {
  /** The instance, which must be in the load balancer's VPC. */
  instance_id: string;
  /** The port that is served; null for each listener's target port. */
  port?: number | null | undefined;
  /**
   * The share of connections among the backends.
   *
   * @default 1
   */
  weight?: number | undefined;
}

/** What `addLoadBalancerBackend` takes. */
export interface AddLoadBalancerBackendArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The load balancer's id: `lb-` and 26 characters that sort by the time of creation. */
  id: string;
  body: AddLoadBalancerBackendBody;
}

/** What `addUserToGroup` takes. */
export interface AddUserToGroupArgs extends ChangeOptions, DryRunOption {
  /** The group's name, unique in the account regardless of case. */
  name: string;
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
}

/** The body of `allocateElasticIp`. */
export interface AllocateElasticIpBody {
  /** The name, which need not be unique; null for none. */
  name?: string | null | undefined;
  /**
   * Tags: at most 20 keys, each with a value.
   *
   * @default {}
   */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `allocateElasticIp` takes. */
export interface AllocateElasticIpArgs extends ChangeOptions, DryRunOption, WaitOption {
  body?: AllocateElasticIpBody | undefined;
}

/** The body of `attachElasticIp`. */
export interface AttachElasticIpBody {
  /** The instance to attach the address to. */
  instance_id: string;
}

/** What `attachElasticIp` takes. */
export interface AttachElasticIpArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The elastic IP's id: `eip-` and 26 characters that sort by the time of creation. */
  id: string;
  body: AttachElasticIpBody;
}

/** What `attachGroupPolicy` takes. */
export interface AttachGroupPolicyArgs extends ChangeOptions, DryRunOption {
  /** The group's name, unique in the account regardless of case. */
  name: string;
  /** The policy's id, or the name of a managed policy. */
  policy_id: string;
}

/** What `attachUserPolicy` takes. */
export interface AttachUserPolicyArgs extends ChangeOptions, DryRunOption {
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
  /** The policy's id, or the name of a managed policy. */
  policy_id: string;
}

/** The body of `attachVolume`. */
export interface AttachVolumeBody {
  /** The instance to attach the volume to. */
  instance_id: string;
  /** The device in the instance; chosen if omitted. */
  device?: string | undefined;
}

/** What `attachVolume` takes. */
export interface AttachVolumeArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The volume's id: `vol-` and 26 characters that sort by the time of creation. */
  vol_id: string;
  body: AttachVolumeBody;
}

/** The body of `blockAccount`. */
export interface BlockAccountBody {
  /** The reason, for operators; the owner does not see it. */
  reason?: string | undefined;
}

/** What `blockAccount` takes. */
export interface BlockAccountArgs extends ChangeOptions {
  /** The account's id: 12 decimal digits. */
  id: string;
  body?: BlockAccountBody | undefined;
}

/** What `cancelAutopay` takes. */
export interface CancelAutopayArgs extends ChangeOptions, DryRunOption, MatchOption {}

/** The body of `cancelSubscription`. */
export interface CancelSubscriptionBody {
  /**
   * Whether it ends with the paid month, or at once.
   *
   * @default true
   */
  at_period_end?: boolean | undefined;
}

/** What `cancelSubscription` takes. */
export interface CancelSubscriptionArgs extends ChangeOptions, MatchOption {
  body?: CancelSubscriptionBody | undefined;
}

/** The body of `changePassword`. */
export interface ChangePasswordBody {
  /** The current password. */
  current_password: string;
  /** The new password. */
  new_password: string;
}

/** What `changePassword` takes. */
export interface ChangePasswordArgs extends ChangeOptions {
  body: ChangePasswordBody;
}

/** What `changePassword` answers. */
export interface ChangePasswordReply {
  /** States that the new password is set. */
  status: 'password_changed';
}

/** The body of `completeMultipartUpload`. */
export interface CompleteMultipartUploadBody {
  /** The object's key, at most 1,024 bytes. */
  key: string;
  /** All uploaded parts, in order, from 1 and without a gap. */
  parts: readonly ({
    /** The number of the part, from 1. */
    part_number: number;
    /** The ETag of the part, from the reply to its PUT or the GET of the upload. */
    etag: string;
  })[];
}

/** What `completeMultipartUpload` takes. */
export interface CompleteMultipartUploadArgs extends ChangeOptions {
  /** The bucket's name. */
  name: string;
  /** The upload's id. It is not the id that S3 has for the upload. */
  upload_id: string;
  body: CompleteMultipartUploadBody;
}

/** What `convertDisk` takes. */
export interface ConvertDiskArgs extends ChangeOptions, MatchOption, WaitOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** The body of `createAccessKey`. */
export interface CreateAccessKeyBody {
  /** A description of its purpose; null for none. */
  description?: string | null | undefined;
}

/** What `createAccessKey` takes. */
export interface CreateAccessKeyArgs extends ChangeOptions, DryRunOption {
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
  body?: CreateAccessKeyBody | undefined;
}

/** The body of `createAutoScalingGroup`. */
export interface CreateAutoScalingGroupBody {
  /** The group's name, unique in the account: a hostname label. Members are named after it. */
  name: string;
  /** The instance type of new members. */
  instance_type_id: string;
  /** The image of new members, or one of the account's snapshots. */
  image_id: string;
  /** The minimum number of members. */
  min_size: number;
  /** The maximum number of members. */
  max_size: number;
  /** The number of members to keep now; by default the minimum. */
  desired_capacity?: number | undefined;
  /** The SSH key of new members; null for none. */
  ssh_key_id?: string | null | undefined;
  /** The VPC of the members; by default the account's default VPC. */
  vpc_id?: string | undefined;
  /** The script of a member's first boot, at most 64 KiB; null for none. */
  user_data?: string | null | undefined;
  /**
   * Whether new members run the program of the image as a service, whose output is in the console log.
   *
   * @default false
   */
  run_entrypoint?: boolean | undefined;
  /** The firewall rules of new members, instead of the two default rules; null for the default rules. */
  firewall_rules?: readonly ({
    /** Whether it allows traffic to the instance or from it. */
    direction: 'inbound' | 'outbound';
    /** The protocol of the traffic. */
    protocol: 'tcp' | 'udp' | 'icmp' | 'all';
    /** The first port; null or omitted for all ports. Not allowed with icmp or all. */
    port_from?: number | null | undefined;
    /** The last port; the same as the first if it is null or omitted. */
    port_to?: number | null | undefined;
    /** The IPv4 or IPv6 blocks at the other end, without host bits. */
    cidrs?: readonly string[] | undefined;
    /** What the rule is for; null for nothing. */
    description?: string | null | undefined;
  })[] | null | undefined;
  /** The load balancer whose backends the members are; null for none. */
  load_balancer_id?: string | null | undefined;
  /** The port at which the load balancer reaches members; null for each listener's target port. */
  backend_port?: number | null | undefined;
  /** How the group follows a metric; null if its size is set by hand. */
  scaling_policy?: {
    /** The metric whose mean over the members is kept near the target. */
    metric: 'cpu' | 'ram';
    /**
     * The target in percent.
     *
     * @default 60
     */
    target_percent?: number | undefined;
    /**
     * Seconds between two changes.
     *
     * @default 300
     */
    cooldown_seconds?: number | undefined;
    /**
     * Whether members are also removed.
     *
     * @default true
     */
    scale_in_enabled?: boolean | undefined;
  } | null | undefined;
  /**
   * How the health of members is decided.
   *
   * @default {}
   */
  health_check?: {
    /**
     * What decides on a member's health: the machine alone, or the load balancer as well.
     *
     * @default "instance"
     */
    type?: 'instance' | 'load_balancer' | undefined;
    /**
     * The number of seconds after a member's launch during which its health does not count.
     *
     * @default 300
     */
    grace_period_seconds?: number | undefined;
  } | undefined;
  /**
   * Tags: at most 20 keys, each with a value.
   *
   * @default {}
   */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `createAutoScalingGroup` takes. */
export interface CreateAutoScalingGroupArgs extends ChangeOptions, DryRunOption, WaitOption {
  body: CreateAutoScalingGroupBody;
}

/** The body of `createAutopay`. */
export interface CreateAutopayBody {
  /** How the customer pays: UPI Autopay, a card, or eNACH from a bank account. */
  method: 'upi' | 'card' | 'enach';
  /** A debit is announced when the balance falls below this, in paise. */
  threshold_paise: number;
  /** The amount that each debit adds to the wallet, in paise before GST: ₹100 to ₹15,000. */
  topup_amount_paise: number;
  /** The maximum of one debit with GST, in paise: ₹100 to ₹15,000. */
  max_amount_paise: number;
}

/** What `createAutopay` takes. */
export interface CreateAutopayArgs extends ChangeOptions {
  body: CreateAutopayBody;
}

/** The body of `createBucket`. */
export interface CreateBucketBody {
  /** The bucket's name, unique among all accounts, by the rules of S3. */
  name: string;
  /**
   * The region.
   *
   * @default "in-mum"
   */
  region?: 'in-mum' | undefined;
  /**
   * Whether objects can be read without credentials.
   *
   * @default "private"
   */
  acl?: 'private' | 'public-read' | undefined;
  /**
   * Whether noncurrent versions of objects are kept.
   *
   * @default "disabled"
   */
  versioning?: 'disabled' | 'enabled' | undefined;
  /** The limits of the bucket; null for none. */
  quota?: {
    /** The maximum size, in bytes; null for no limit. */
    max_size_bytes?: number | null | undefined;
    /** The maximum number of objects; null for no limit. */
    max_objects?: number | null | undefined;
  } | null | undefined;
  /**
   * Tags: at most 20 keys, each with a value.
   *
   * @default {}
   */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `createBucket` takes. */
export interface CreateBucketArgs extends ChangeOptions, DryRunOption, WaitOption {
  body: CreateBucketBody;
}

/** The body of `createBucketKey`. */
export interface CreateBucketKeyBody {
  /** The key's name. */
  name: string;
  /** What the key may do with objects. */
  permission: 'read' | 'write' | 'readwrite';
  /** Limits the key to objects whose keys begin with this; null for all. */
  prefix?: string | null | undefined;
  /** When the key expires; null for never. */
  expires_at?: string | null | undefined;
}

/** What `createBucketKey` takes. */
export interface CreateBucketKeyArgs extends ChangeOptions, DryRunOption {
  /** The bucket's name. */
  name: string;
  body: CreateBucketKeyBody;
}

/** What `createConsoleTicket` takes. */
export interface CreateConsoleTicketArgs extends ChangeOptions {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** The body of `createGroup`. */
export interface CreateGroupBody {
  /** The group's name, unique in the account regardless of case. */
  name: string;
  /** A description of its purpose; null for none. */
  description?: string | null | undefined;
  /** The policies to attach, by id or by the name of a managed policy. */
  policy_ids?: readonly string[] | undefined;
}

/** What `createGroup` takes. */
export interface CreateGroupArgs extends ChangeOptions, DryRunOption {
  body: CreateGroupBody;
}

/** The body of `createImage`. */
export interface CreateImageBody {
  /** The name, which need not be unique. */
  name: string;
  /** Where it comes from: a registry, an object of the account, or a snapshot. */
  source: {
    /** A reference in a registry, which is read without a login. */
    registry?: string | undefined;
    /** The bucket of a file. */
    bucket?: string | undefined;
    /** The key of a file: a root file system, or an OCI layout. */
    key?: string | undefined;
    /** One of the account's snapshots. */
    snapshot_id?: string | undefined;
  };
  /**
   * Tags: at most 20 keys, each with a value.
   *
   * @default {}
   */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `createImage` takes. */
export interface CreateImageArgs extends ChangeOptions, DryRunOption, WaitOption {
  body: CreateImageBody;
}

/** The body of `createJoinToken`. */
export interface CreateJoinTokenBody {
  /** The host whose lost key it replaces; omit it for a new host. */
  host_id?: string | null | undefined;
  /** The disk scope that it may share with other hosts; null for none. */
  disk_scope?: string | null | undefined;
  /** The block of addresses that it may share with other hosts; null for none. */
  address_pool?: string | null | undefined;
  /**
   * How long it is valid, in seconds.
   *
   * @default 3600
   */
  expires_in_seconds?: number | undefined;
}

/** What `createJoinToken` takes. */
export interface CreateJoinTokenArgs extends ChangeOptions {
  body?: CreateJoinTokenBody | undefined;
}

/** The body of `createLoadBalancer`. */
export interface CreateLoadBalancerBody {
  /** The name, unique in the account: a hostname label. */
  name: string;
  /** The listeners that clients connect to, each with its own port. */
  listeners: readonly ({
    /** The protocol of the listener. */
    protocol: 'http' | 'https' | 'tcp';
    /** The port that clients connect to. */
    port: number;
    /** The port of the backends; by default the listener's own port. */
    target_port?: number | undefined;
    /**
     * The certificates of an https listener, 1 to 10. A client gets the one for the name that it asks for, or the first
     * if none matches.
     */
    certificate_ids?: readonly string[] | undefined;
    /**
     * Whether an http listener sends every client to the https listener instead of to a backend: to port 443's, or else
     * the first.
     */
    redirect_https?: boolean | undefined;
    /**
     * How a tcp listener passes the client's address to backends: none, or the PROXY protocol, version 1 (text) or 2
     * (binary). By default none.
     */
    proxy_protocol?: 'none' | 'v1' | 'v2' | null | undefined;
    /**
     * The protocol that an https listener speaks with its backends: http (HTTP/1.1), or grpc (HTTP/2 without TLS). By
     * default http.
     */
    backend_protocol?: 'http' | 'grpc' | null | undefined;
  })[];
  /**
   * How a backend is chosen.
   *
   * @default "round_robin"
   */
  algorithm?: 'round_robin' | 'least_connections' | undefined;
  /**
   * How backends are checked; omitted fields have their defaults.
   *
   * @default {}
   */
  health_check?: {
    /** How backends are checked: by a request, or only by a connection; by default as the first listener's protocol. */
    protocol?: 'http' | 'tcp' | undefined;
    /** The port to check; null for the port that is served. */
    port?: number | null | undefined;
    /** The path of the request; by default /. */
    path?: string | undefined;
    /** The number of seconds between two checks; by default 10. */
    interval_seconds?: number | undefined;
    /** The number of seconds that a check may take, less than the interval; by default 5. */
    timeout_seconds?: number | undefined;
    /** The number of consecutive checks that must succeed before a backend is healthy; by default 3. */
    healthy_threshold?: number | undefined;
    /** The number of consecutive checks that must fail before a backend is unhealthy; by default 3. */
    unhealthy_threshold?: number | undefined;
    /** The HTTP statuses of success: statuses and ranges, comma-separated; by default 200-399. */
    expected_codes?: string | undefined;
  } | undefined;
  /** The VPC of the backends; by default the account's default VPC. */
  vpc_id?: string | undefined;
  /**
   * Whether a client keeps its backend, by a cookie; for http and https listeners.
   *
   * @default false
   */
  sticky_sessions?: boolean | undefined;
  /**
   * The first backends; more can be added later.
   *
   * @default []
   */
  backends?: readonly ({
    /** The instance, which must be in the load balancer's VPC. */
    instance_id: string;
    /** The port that is served; null for each listener's target port. */
    port?: number | null | undefined;
    /**
     * The share of connections among the backends.
     *
     * @default 1
     */
    weight?: number | undefined;
  })[] | undefined;
  /**
   * Tags: at most 20 keys, each with a value.
   *
   * @default {}
   */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `createLoadBalancer` takes. */
export interface CreateLoadBalancerArgs extends ChangeOptions, DryRunOption, WaitOption {
  body: CreateLoadBalancerBody;
}

/** The body of `createMultipartUpload`. */
export interface CreateMultipartUploadBody {
  /** The object's key, at most 1,024 bytes. */
  key: string;
  /** The object's Content-Type. */
  content_type?: string | undefined;
  /**
   * The number of parts. For a file of a known size, the size divided by 8388608 (8 MiB), rounded up; above 10,000,
   * 10,000 larger parts. For a file of unknown size, 10000: fewer may be uploaded.
   */
  parts: number;
}

/** What `createMultipartUpload` takes. */
export interface CreateMultipartUploadArgs extends ChangeOptions {
  /** The bucket's name. */
  name: string;
  body: CreateMultipartUploadBody;
}

/** The body of `createPolicy`. */
export interface CreatePolicyBody {
  /** The name, unique in the account regardless of case. */
  name: string;
  /** A description of its purpose; null for none. */
  description?: string | null | undefined;
  /** What the policy allows and denies. */
  document: {
    /** The version of the policy language. */
    Version: '2026-11-01';
    /** The statements, in any order. */
    Statement: readonly ({
      /** A name for the statement, unique in the document. */
      Sid?: string | undefined;
      /** Whether it allows or denies. A Deny overrides every Allow. */
      Effect: 'Allow' | 'Deny';
      /** The actions, with `*` and `?` as wildcards. */
      Action: string | readonly string[];
      /** The SRNs of the resources, with `*` and `?` as wildcards. */
      Resource: string | readonly string[];
      /**
       * The conditions under which it applies: operators, each with condition keys and their values. All must be met.
       */
      Condition?: Readonly<Record<string, Readonly<Record<string, string | number | boolean | readonly (string | number | boolean)[]>>>> | undefined;
    })[];
  };
}

/** What `createPolicy` takes. */
export interface CreatePolicyArgs extends ChangeOptions, DryRunOption {
  body: CreatePolicyBody;
}

/** The body of `createPresignedPost`. */
export interface CreatePresignedPostBody {
  /** The key of the object; give either this or `key_prefix`. */
  key?: string | undefined;
  /** The prefix of the key; give either this or `key`. */
  key_prefix?: string | undefined;
  /**
   * The number of seconds until it expires, at most seven days.
   *
   * @default 900
   */
  expires_in?: number | undefined;
  /** The Content-Type that the form must send. */
  content_type?: string | undefined;
  /** The minimum and the maximum size of the file, in bytes. */
  content_length_range: readonly [number, number];
  /** The status of the response to an upload. */
  success_action_status?: 200 | 201 | 204 | undefined;
}

/** What `createPresignedPost` takes. */
export interface CreatePresignedPostArgs extends ChangeOptions {
  /** The bucket's name. */
  name: string;
  body: CreatePresignedPostBody;
}

/** The body of `createPresignedUrl`. */
export interface CreatePresignedUrlBody {
  /** The operation that the URL performs. */
  operation: 'get' | 'put' | 'head' | 'delete';
  /** The object's key. */
  key: string;
  /**
   * The number of seconds until it expires, at most seven days.
   *
   * @default 900
   */
  expires_in?: number | undefined;
  /** The version of the object; for get, head and delete. */
  version_id?: string | undefined;
  /** The Content-Type that must be sent; for put. */
  content_type?: string | undefined;
  /** The Content-Length that must be sent, in bytes; for put. */
  content_length?: number | undefined;
  /** The Content-MD5 that must be sent; for put. */
  content_md5?: string | undefined;
  /** The SHA-256 in base64 that must be sent; for put. */
  checksum_sha256?: string | undefined;
  /** The Content-Disposition of the response; for get and head. */
  response_content_disposition?: string | undefined;
  /** The Content-Type of the response; for get and head. */
  response_content_type?: string | undefined;
}

/** What `createPresignedUrl` takes. */
export interface CreatePresignedUrlArgs extends ChangeOptions {
  /** The bucket's name. */
  name: string;
  body: CreatePresignedUrlBody;
}

/** The body of `createSnapshot`. */
export interface CreateSnapshotBody {
  /** The name, which need not be unique; chosen if omitted. */
  name?: string | undefined;
  /** A description of its purpose; null for none. */
  description?: string | null | undefined;
  /** The number of days after which it is deleted automatically; never if omitted. */
  retain_days?: number | undefined;
  /**
   * Tags: at most 20 keys, each with a value.
   *
   * @default {}
   */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `createSnapshot` takes. */
export interface CreateSnapshotArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  body?: CreateSnapshotBody | undefined;
}

/** The body of `createSubscription`. */
export interface CreateSubscriptionBody {
  /** The plan. */
  plan_id: 'free' | 'standard' | 'business';
}

/** What `createSubscription` takes. */
export interface CreateSubscriptionArgs extends ChangeOptions {
  body: CreateSubscriptionBody;
}

/** The body of `createTopup`. */
export interface CreateTopupBody {
  /** The amount to credit to the wallet, in paise before GST: ₹100 to ₹5,00,000. */
  amount_paise: number;
}

/** What `createTopup` takes. */
export interface CreateTopupArgs extends ChangeOptions {
  body: CreateTopupBody;
}

/** The body of `createUser`. */
export interface CreateUserBody {
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
  /** A description of its purpose; null for none. */
  description?: string | null | undefined;
  /**
   * Tags: at most 20 keys, each with a value.
   *
   * @default {}
   */
  tags?: Readonly<Record<string, string>> | undefined;
  /** The new password, which must follow the account's password rules. */
  password?: string | undefined;
  /**
   * Whether the first login asks for a new password.
   *
   * @default true
   */
  password_reset_required?: boolean | undefined;
  /**
   * The groups that the user joins.
   *
   * @default []
   */
  groups?: readonly string[] | undefined;
  /** The policies to attach, by id or by the name of a managed policy. */
  policy_ids?: readonly string[] | undefined;
}

/** What `createUser` takes. */
export interface CreateUserArgs extends ChangeOptions, DryRunOption {
  body: CreateUserBody;
}

/** The body of `createVolume`. */
export interface CreateVolumeBody {
  /** The name, unique in the account: lower-case letters, digits and hyphens. It names the folder under /mnt. */
  name: string;
  /** The size in GiB, up to 10 TiB. */
  size_gib: number;
  /**
   * The file system to make on it; `none` for a bare device.
   *
   * @default "ext4"
   */
  filesystem?: 'ext4' | 'xfs' | 'none' | undefined;
  /** The instance to attach the volume to at once. */
  instance_id?: string | undefined;
  /**
   * Tags: at most 20 keys, each with a value.
   *
   * @default {}
   */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `createVolume` takes. */
export interface CreateVolumeArgs extends ChangeOptions, DryRunOption, WaitOption {
  body: CreateVolumeBody;
}

/** The body of `createVpc`. */
export interface CreateVpcBody {
  /** The name, unique in the account. */
  name: string;
  /** A private IPv4 block of /16 to /28 with its network address; by default a free /20. */
  cidr?: string | undefined;
  /** A description of its purpose; null for none. */
  description?: string | null | undefined;
  /**
   * Tags: at most 20 keys, each with a value.
   *
   * @default {}
   */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `createVpc` takes. */
export interface CreateVpcArgs extends ChangeOptions, DryRunOption {
  body: CreateVpcBody;
}

/** The body of `createWebhook`. */
export interface CreateWebhookBody {
  /** Where events are sent: an https URL. */
  url: string;
  /** A description of its purpose; null for none. */
  description?: string | null | undefined;
  /**
   * The events to send, without repetition: types, `*` for all, and prefixes such as `instance.*`; by default all
   * events whose data the caller may read.
   */
  event_types?: readonly (
    | '*'
    | 'asg.*'
    | 'autopay.*'
    | 'backup.*'
    | 'billing.*'
    | 'bucket.*'
    | 'certificate.*'
    | 'elastic_ip.*'
    | 'iam.*'
    | 'image.*'
    | 'instance.*'
    | 'invoice.*'
    | 'load_balancer.*'
    | 'payment.*'
    | 'security.*'
    | 'snapshot.*'
    | 'ssh_key.*'
    | 'subscription.*'
    | 'team.*'
    | 'volume.*'
    | 'vpc.*'
    | 'wallet.*'
    | 'webhook.*'
    | 'asg.created'
    | 'asg.deleted'
    | 'asg.deleting'
    | 'asg.failed'
    | 'asg.scaled'
    | 'asg.scaling'
    | 'autopay.active'
    | 'autopay.announced'
    | 'autopay.cancelled'
    | 'autopay.created'
    | 'autopay.expired'
    | 'autopay.failed'
    | 'autopay.paused'
    | 'autopay.pending_authorization'
    | 'autopay.rejected'
    | 'backup.failed'
    | 'backup.skipped'
    | 'backup.succeeded'
    | 'billing.account_stopped'
    | 'billing.budget_alert'
    | 'billing.low_balance'
    | 'billing.mandate_notice'
    | 'bucket.access_key_activated'
    | 'bucket.access_key_created'
    | 'bucket.access_key_deactivated'
    | 'bucket.access_key_deleted'
    | 'bucket.active'
    | 'bucket.created'
    | 'bucket.deleted'
    | 'bucket.deleting'
    | 'bucket.failed'
    | 'certificate.deleted'
    | 'certificate.expiring'
    | 'certificate.imported'
    | 'elastic_ip.allocated'
    | 'elastic_ip.attached'
    | 'elastic_ip.attaching'
    | 'elastic_ip.available'
    | 'elastic_ip.detaching'
    | 'elastic_ip.error'
    | 'elastic_ip.released'
    | 'iam.access_key_activated'
    | 'iam.access_key_created'
    | 'iam.access_key_deactivated'
    | 'iam.access_key_deleted'
    | 'iam.group_created'
    | 'iam.group_deleted'
    | 'iam.policy_created'
    | 'iam.policy_deleted'
    | 'iam.user_created'
    | 'iam.user_deleted'
    | 'image.available'
    | 'image.created'
    | 'image.deleted'
    | 'image.deleting'
    | 'image.failed'
    | 'instance.disk_filling'
    | 'instance.failed'
    | 'instance.launched'
    | 'instance.lost'
    | 'instance.out_of_memory'
    | 'instance.rebooting'
    | 'instance.restoring'
    | 'instance.running'
    | 'instance.service_failed'
    | 'instance.starting'
    | 'instance.stopped'
    | 'instance.stopping'
    | 'instance.terminated'
    | 'instance.terminating'
    | 'instance.user_data_failed'
    | 'instance.user_data_finished'
    | 'instance.user_data_started'
    | 'invoice.created'
    | 'load_balancer.active'
    | 'load_balancer.backend_healthy'
    | 'load_balancer.backend_unhealthy'
    | 'load_balancer.created'
    | 'load_balancer.deleted'
    | 'load_balancer.deleting'
    | 'load_balancer.failed'
    | 'load_balancer.updating'
    | 'payment.expired'
    | 'payment.failed'
    | 'payment.refunded'
    | 'payment.requested'
    | 'payment.succeeded'
    | 'security.login_failed_repeatedly'
    | 'snapshot.available'
    | 'snapshot.created'
    | 'snapshot.deleted'
    | 'snapshot.deleting'
    | 'snapshot.failed'
    | 'snapshot.restoring'
    | 'ssh_key.created'
    | 'ssh_key.deleted'
    | 'subscription.active'
    | 'subscription.authenticated'
    | 'subscription.cancelled'
    | 'subscription.completed'
    | 'subscription.created'
    | 'subscription.expired'
    | 'subscription.halted'
    | 'subscription.pending'
    | 'team.invite_created'
    | 'team.invite_expired'
    | 'team.invite_revoked'
    | 'team.member_joined'
    | 'team.member_removed'
    | 'team.member_updated'
    | 'volume.attached'
    | 'volume.attaching'
    | 'volume.available'
    | 'volume.created'
    | 'volume.deleted'
    | 'volume.deleting'
    | 'volume.detaching'
    | 'volume.failed'
    | 'vpc.created'
    | 'vpc.deleted'
    | 'wallet.restored'
    | 'wallet.suspended'
    | 'webhook.created'
    | 'webhook.deleted'
    | 'webhook.disabled'
    | 'webhook.enabled')[] | undefined;
}

/** What `createWebhook` takes. */
export interface CreateWebhookArgs extends ChangeOptions, DryRunOption {
  body: CreateWebhookBody;
}

/** The body of `creditAccount`. */
export interface CreditAccountBody {
  /** The amount, in paise. */
  amount_paise: number;
  /** The reason; the owner sees it in the wallet's history. */
  reason: string;
}

/** What `creditAccount` takes. */
export interface CreditAccountArgs extends ChangeOptions {
  /** The account's id: 12 decimal digits. */
  id: string;
  body: CreditAccountBody;
}

/** What `deleteAccessKey` takes. */
export interface DeleteAccessKeyArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
  /** The access key's id: `SVC` and 17 of A-Z 2-7. */
  id: string;
}

/** What `deleteAccessKey` answers. */
export interface DeleteAccessKeyReply {
  /** The access key's id: `SVC` and 17 of A-Z 2-7. */
  access_key_id: string;
  /** States that it is deleted. */
  deleted: true;
}

/** The query of `deleteAutoScalingGroup`. */
export interface DeleteAutoScalingGroupQuery {
  /** Whether its members are kept as ordinary instances. */
  keep_instances?: boolean | undefined;
}

/** What `deleteAutoScalingGroup` takes. */
export interface DeleteAutoScalingGroupArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The auto scaling group's id: `asg-` and 26 characters that sort by the time of creation. */
  id: string;
  query?: DeleteAutoScalingGroupQuery | undefined;
}

/** What `deleteAutoScalingGroup` answers. */
export type DeleteAutoScalingGroupReply = Asg | {
  /** The auto scaling group's id: `asg-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
};

/** What `deleteAutoscaleRule` takes. */
export interface DeleteAutoscaleRuleArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `deleteAutoscaleRule` answers. */
export interface DeleteAutoscaleRuleReply {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  instance_id: string;
  /** States that it is deleted. */
  deleted: true;
}

/** What `deleteBackupSchedule` takes. */
export interface DeleteBackupScheduleArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `deleteBackupSchedule` answers. */
export interface DeleteBackupScheduleReply {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  instance_id: string;
  /** States that it is deleted. */
  deleted: true;
}

/** The query of `deleteBucket`. */
export interface DeleteBucketQuery {
  /** Whether the bucket is emptied first. */
  force?: boolean | undefined;
}

/** What `deleteBucket` takes. */
export interface DeleteBucketArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The bucket's name. */
  name: string;
  query?: DeleteBucketQuery | undefined;
}

/** What `deleteBucket` answers. */
export type DeleteBucketReply = {
  /** The bucket's name. */
  name: string;
  /** States that it is deleted. */
  deleted: true;
} | Bucket;

/** What `deleteBucketCors` takes. */
export interface DeleteBucketCorsArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The bucket's name. */
  name: string;
}

/** What `deleteBucketCors` answers. */
export interface DeleteBucketCorsReply {
  /** The rules of the bucket from now on. */
  rules: CorsRule[];
}

/** What `deleteBucketKey` takes. */
export interface DeleteBucketKeyArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The bucket's name. */
  name: string;
  /** The access key's id. */
  access_key_id: string;
}

/** What `deleteBucketKey` answers. */
export interface DeleteBucketKeyReply {
  /** The access key's id. */
  access_key_id: string;
  /** States that it is deleted. */
  deleted: true;
}

/** What `deleteBucketLifecycle` takes. */
export interface DeleteBucketLifecycleArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The bucket's name. */
  name: string;
}

/** What `deleteBucketLifecycle` answers. */
export interface DeleteBucketLifecycleReply {
  /** The rules of the bucket from now on. */
  rules: LifecycleRule[];
}

/** What `deleteBucketPolicy` takes. */
export interface DeleteBucketPolicyArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The bucket's name. */
  name: string;
}

/** What `deleteCertificate` takes. */
export interface DeleteCertificateArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The certificate's id: `cert-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `deleteCertificate` answers. */
export interface DeleteCertificateReply {
  /** The certificate's id: `cert-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
}

/** What `deleteFirewallRule` takes. */
export interface DeleteFirewallRuleArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The firewall rule's id: `fwr-` and 26 characters that sort by the time of creation. */
  rule_id: string;
}

/** What `deleteFirewallRule` answers. */
export interface DeleteFirewallRuleReply {
  /** The firewall rule's id: `fwr-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
}

/** What `deleteGroup` takes. */
export interface DeleteGroupArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The group's name, unique in the account regardless of case. */
  name: string;
}

/** What `deleteGroup` answers. */
export interface DeleteGroupReply {
  /** The group's name, unique in the account regardless of case. */
  name: string;
  /** States that it is deleted. */
  deleted: true;
}

/** The query of `deleteHost`. */
export interface DeleteHostQuery {
  /** Whether to give up the machines on it. */
  force?: boolean | undefined;
}

/** What `deleteHost` takes. */
export interface DeleteHostArgs extends ChangeOptions, DryRunOption {
  /** The host's id. */
  id: string;
  query?: DeleteHostQuery | undefined;
}

/** What `deleteHost` answers. */
export interface DeleteHostReply {
  /** The host's id. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
}

/** What `deleteImage` takes. */
export interface DeleteImageArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The image's id: `img-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `deleteImage` answers. */
export type DeleteImageReply = {
  /** The image's id: `img-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that its deletion has begun. */
  status: 'deleting';
} | Image | {
  /** The image's id: `img-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
};

/** What `deleteInstanceSnapshot` takes. */
export interface DeleteInstanceSnapshotArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The snapshot's id: `snap-` and 26 characters that sort by the time of creation. */
  snap_id: string;
}

/** What `deleteInstanceSnapshot` answers. */
export type DeleteInstanceSnapshotReply = {
  /** The snapshot's id: `snap-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that its deletion has begun. */
  status: 'deleting';
} | Snapshot | {
  /** The snapshot's id: `snap-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
};

/** What `deleteJoinToken` takes. */
export interface DeleteJoinTokenArgs extends ChangeOptions, DryRunOption {
  /** The token's id, which is not secret. */
  id: string;
}

/** What `deleteJoinToken` answers. */
export interface DeleteJoinTokenReply {
  /** The token's id, which is not secret. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
}

/** What `deleteLoadBalancer` takes. */
export interface DeleteLoadBalancerArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The load balancer's id: `lb-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `deleteLoadBalancer` answers. */
export type DeleteLoadBalancerReply = LoadBalancer | {
  /** The load balancer's id: `lb-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
};

/** The query of `deleteMultipartUpload`. */
export interface DeleteMultipartUploadQuery {
  /** The object's key, at most 1,024 bytes. */
  key: string;
}

/** What `deleteMultipartUpload` takes. */
export interface DeleteMultipartUploadArgs extends ChangeOptions, DryRunOption {
  /** The bucket's name. */
  name: string;
  /** The upload's id. It is not the id that S3 has for the upload. */
  upload_id: string;
  query: DeleteMultipartUploadQuery;
}

/** The query of `deletePolicy`. */
export interface DeletePolicyQuery {
  /** Whether the policy is detached from its users and groups first. */
  detach?: boolean | undefined;
}

/** What `deletePolicy` takes. */
export interface DeletePolicyArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The policy's id, or the name of a managed policy. */
  id: string;
  query?: DeletePolicyQuery | undefined;
}

/** What `deletePolicy` answers. */
export interface DeletePolicyReply {
  /** The policy's id: `pol-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
}

/** What `deleteSession` takes. */
export interface DeleteSessionArgs extends ChangeOptions, DryRunOption {
  /** The session's id: `ses-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `deleteSession` answers. */
export interface DeleteSessionReply {
  /** The session's id: `ses-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
}

/** What `deleteSnapshot` takes. */
export interface DeleteSnapshotArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The snapshot's id: `snap-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `deleteSnapshot` answers. */
export type DeleteSnapshotReply = {
  /** The snapshot's id: `snap-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that its deletion has begun. */
  status: 'deleting';
} | Snapshot | {
  /** The snapshot's id: `snap-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
};

/** What `deleteSshKey` takes. */
export interface DeleteSshKeyArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The SSH key's id: `key-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `deleteSshKey` answers. */
export interface DeleteSshKeyReply {
  /** The SSH key's id: `key-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
}

/** What `deleteUser` takes. */
export interface DeleteUserArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
}

/** What `deleteVolume` takes. */
export interface DeleteVolumeArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The volume's id: `vol-` and 26 characters that sort by the time of creation. */
  vol_id: string;
}

/** What `deleteVolume` answers. */
export type DeleteVolumeReply = {
  /** The volume's id: `vol-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that its deletion has begun. */
  status: 'deleting';
} | Volume | {
  /** The volume's id: `vol-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
};

/** What `deleteVpc` takes. */
export interface DeleteVpcArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The VPC's id: `vpc-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `deleteVpc` answers. */
export interface DeleteVpcReply {
  /** The VPC's id: `vpc-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
}

/** What `deleteWebhook` takes. */
export interface DeleteWebhookArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The webhook's id: `whk-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `deleteWebhook` answers. */
export interface DeleteWebhookReply {
  /** The webhook's id: `whk-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
}

/** What `detachElasticIp` takes. */
export interface DetachElasticIpArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The elastic IP's id: `eip-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `detachGroupPolicy` takes. */
export interface DetachGroupPolicyArgs extends ChangeOptions, DryRunOption {
  /** The group's name, unique in the account regardless of case. */
  name: string;
  /** The policy's id, or the name of a managed policy. */
  policy_id: string;
}

/** What `detachUserPolicy` takes. */
export interface DetachUserPolicyArgs extends ChangeOptions, DryRunOption {
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
  /** The policy's id, or the name of a managed policy. */
  policy_id: string;
}

/** The body of `detachVolume`. */
export interface DetachVolumeBody {
  /**
   * Whether to end programs with open files on it.
   *
   * @default false
   */
  force?: boolean | undefined;
}

/** What `detachVolume` takes. */
export interface DetachVolumeArgs extends ChangeOptions, MatchOption, WaitOption {
  /** The volume's id: `vol-` and 26 characters that sort by the time of creation. */
  vol_id: string;
  body?: DetachVolumeBody | undefined;
}

/** The body of `disableMfa`. */
export interface DisableMfaBody {
  /** Six digits that the authenticator app shows, or a recovery code. */
  code?: string | undefined;
  /** The caller's password, instead of a code. */
  password?: string | undefined;
}

/** What `disableMfa` takes. */
export interface DisableMfaArgs extends ChangeOptions {
  body?: DisableMfaBody | undefined;
}

/** What `disableMfa` answers. */
export interface DisableMfaReply {
  /** States that logins no longer need a code. */
  enabled: false;
}

/** What `drainHost` takes. */
export interface DrainHostArgs extends ChangeOptions {
  /** The host's id. */
  id: string;
}

/** The body of `enableMfa`. */
export interface EnableMfaBody {
  /** Six digits that the authenticator app shows. */
  code: string;
}

/** What `enableMfa` takes. */
export interface EnableMfaArgs extends ChangeOptions {
  body: EnableMfaBody;
}

/** What `enableMfa` answers. */
export interface EnableMfaReply {
  /** States that logins need a code from now on. */
  enabled: true;
  /** The recovery codes, each of which replaces a one-time code for one login. No other reply shows them. */
  recovery_codes: string[];
}

/** The body of `exchangeCredentials`. */
export interface ExchangeCredentialsBody {
  /** The access key; omit it if the request is signed with it. */
  access_key_id?: string | undefined;
  /** Its secret key; omit it if the request is signed. */
  secret_key?: string | undefined;
}

/** What `exchangeCredentials` takes. */
export interface ExchangeCredentialsArgs extends ChangeOptions {
  body?: ExchangeCredentialsBody | undefined;
}

/** What `fenceHost` takes. */
export interface FenceHostArgs extends ChangeOptions, DryRunOption {
  /** The host's id. */
  id: string;
}

/** The body of `forgotPassword`. */
export interface ForgotPasswordBody {
  /** The e-mail address, in any case. */
  email: string;
}

/** What `forgotPassword` takes. */
export interface ForgotPasswordArgs extends ChangeOptions {
  body: ForgotPasswordBody;
}

/** What `forgotPassword` answers. */
export interface ForgotPasswordReply {
  /** States that the request was accepted, not whether the address is registered. */
  status: 'sent';
}

/** What `getAccount` takes. */
export interface GetAccountArgs extends CallOptions {
  /** The account's id: 12 decimal digits. */
  id: string;
}

/** What `getAutoScalingGroup` takes. */
export interface GetAutoScalingGroupArgs extends CallOptions {
  /** The auto scaling group's id: `asg-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `getAutopay` takes. */
export interface GetAutopayArgs extends CallOptions {}

/** What `getAutopay` answers. */
export type GetAutopayReply = Mandate | {
  /** States that the account never had a mandate. */
  status: 'none';
};

/** What `getAutoscaleRule` takes. */
export interface GetAutoscaleRuleArgs extends CallOptions {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `getBackupSchedule` takes. */
export interface GetBackupScheduleArgs extends CallOptions {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `getBucket` takes. */
export interface GetBucketArgs extends CallOptions {
  /** The bucket's name. */
  name: string;
}

/** The query of `getBucketCors`. */
export interface GetBucketCorsQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order; `created_at` is the list's own.
   *
   * @default "created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
}

/** What `getBucketCors` takes. */
export interface GetBucketCorsArgs extends CallOptions {
  /** The bucket's name. */
  name: string;
  query?: GetBucketCorsQuery | undefined;
}

/** What `getBucketCors` answers. */
export interface GetBucketCorsReply {
  /** The items of this page. */
  rules: CorsRule[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** What `getBucketKey` takes. */
export interface GetBucketKeyArgs extends CallOptions {
  /** The bucket's name. */
  name: string;
  /** The access key's id. */
  access_key_id: string;
}

/** The query of `getBucketLifecycle`. */
export interface GetBucketLifecycleQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order; `created_at` is the list's own.
   *
   * @default "created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
}

/** What `getBucketLifecycle` takes. */
export interface GetBucketLifecycleArgs extends CallOptions {
  /** The bucket's name. */
  name: string;
  query?: GetBucketLifecycleQuery | undefined;
}

/** What `getBucketLifecycle` answers. */
export interface GetBucketLifecycleReply {
  /** The items of this page. */
  rules: LifecycleRule[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** What `getBucketPolicy` takes. */
export interface GetBucketPolicyArgs extends CallOptions {
  /** The bucket's name. */
  name: string;
}

/** The query of `getBucketUsage`. */
export interface GetBucketUsageQuery {
  /** The beginning of the period, which is rounded to whole hours; by default a day before its end. */
  from?: string | undefined;
  /** The end of the period, which is rounded to whole hours; by default now. */
  to?: string | undefined;
  /**
   * The length of one step in seconds: an hour or a day.
   *
   * @default "3600"
   */
  step?: '3600' | '86400' | undefined;
}

/** What `getBucketUsage` takes. */
export interface GetBucketUsageArgs extends CallOptions {
  /** The bucket's name. */
  name: string;
  query?: GetBucketUsageQuery | undefined;
}

/** What `getBudget` takes. */
export interface GetBudgetArgs extends CallOptions {}

/** What `getCertificate` takes. */
export interface GetCertificateArgs extends CallOptions {
  /** The certificate's id: `cert-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** The query of `getConsoleLog`. */
export interface GetConsoleLogQuery {
  /** The number of last lines; 200 by default. Not together with `after`. */
  tail?: number | undefined;
  /** The `next` of an earlier reply, for the lines since then. After a new boot, all lines of that boot. */
  after?: string | undefined;
}

/** What `getConsoleLog` takes. */
export interface GetConsoleLogArgs extends CallOptions, WaitOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  query?: GetConsoleLogQuery | undefined;
}

/** What `getElasticIp` takes. */
export interface GetElasticIpArgs extends CallOptions {
  /** The elastic IP's id: `eip-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `getGroup` takes. */
export interface GetGroupArgs extends CallOptions {
  /** The group's name, unique in the account regardless of case. */
  name: string;
}

/** What `getGroupPolicy` takes. */
export interface GetGroupPolicyArgs extends CallOptions {
  /** The group's name, unique in the account regardless of case. */
  name: string;
  /** The policy's id, or the name of a managed policy. */
  policy_id: string;
}

/** What `getHealth` takes. */
export interface GetHealthArgs extends CallOptions {}

/** What `getHost` takes. */
export interface GetHostArgs extends CallOptions {
  /** The host's id. */
  id: string;
}

/** What `getImage` takes. */
export interface GetImageArgs extends CallOptions {
  /** The image's id. */
  id: string;
}

/** What `getInstance` takes. */
export interface GetInstanceArgs extends CallOptions {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** The query of `getInstanceMetrics`. */
export interface GetInstanceMetricsQuery {
  /** A period up to now; an hour by default. Not together with `from` and `to`. */
  period?: '1h' | '6h' | '24h' | '7d' | '30d' | undefined;
  /** The beginning of the time range; with `to`. */
  from?: string | undefined;
  /** The end of the time range; with `from`. */
  to?: string | undefined;
  /** The number of seconds between two points; by default chosen by the range. A reply has at most 1,440 points. */
  step_seconds?: number | undefined;
}

/** What `getInstanceMetrics` takes. */
export interface GetInstanceMetricsArgs extends CallOptions {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  query?: GetInstanceMetricsQuery | undefined;
}

/** What `getInstanceSnapshot` takes. */
export interface GetInstanceSnapshotArgs extends CallOptions {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The snapshot's id: `snap-` and 26 characters that sort by the time of creation. */
  snap_id: string;
}

/** What `getInstanceType` takes. */
export interface GetInstanceTypeArgs extends CallOptions {
  /** The instance type's id. */
  id: string;
}

/** The query of `getInviteInfo`. */
export interface GetInviteInfoQuery {
  /** The token of the invite. */
  token: string;
}

/** What `getInviteInfo` takes. */
export interface GetInviteInfoArgs extends CallOptions {
  query: GetInviteInfoQuery;
}

/** What `getInvoice` takes. */
export interface GetInvoiceArgs extends CallOptions {
  /** The invoice's id: `inv-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `getJwks` takes. */
export interface GetJwksArgs extends CallOptions {}

/** What `getLoadBalancer` takes. */
export interface GetLoadBalancerArgs extends CallOptions {
  /** The load balancer's id: `lb-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `getMe` takes. */
export interface GetMeArgs extends CallOptions {}

/** What `getMfa` takes. */
export interface GetMfaArgs extends CallOptions {}

/** The query of `getMultipartUpload`. */
export interface GetMultipartUploadQuery {
  /** The object's key, at most 1,024 bytes. */
  key: string;
}

/** What `getMultipartUpload` takes. */
export interface GetMultipartUploadArgs extends CallOptions {
  /** The bucket's name. */
  name: string;
  /** The upload's id. It is not the id that S3 has for the upload. */
  upload_id: string;
  query: GetMultipartUploadQuery;
}

/** What `getOpenapi` takes. */
export interface GetOpenapiArgs extends CallOptions {}

/** What `getOpenapi` answers. */
export interface GetOpenapiReply {
  /** The version of OpenAPI. */
  openapi: string;
  [field: string]: unknown;
}

/** What `getOrder` takes. */
export interface GetOrderArgs extends CallOptions {
  /** The order's id: `ord-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `getPasswordPolicy` takes. */
export interface GetPasswordPolicyArgs extends CallOptions {}

/** What `getPolicy` takes. */
export interface GetPolicyArgs extends CallOptions {
  /** The policy's id, or the name of a managed policy. */
  id: string;
}

/** What `getSnapshot` takes. */
export interface GetSnapshotArgs extends CallOptions {
  /** The snapshot's id: `snap-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `getSshKey` takes. */
export interface GetSshKeyArgs extends CallOptions {
  /** The SSH key's id: `key-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `getSubscription` takes. */
export interface GetSubscriptionArgs extends CallOptions {}

/** The query of `getSummary`. */
export interface GetSummaryQuery {
  /**
   * The ids of instances, volumes, snapshots, images, elastic IPs and load balancers whose own cost `resources`
   * answers, comma-separated; at most 50.
   */
  resource_id?: string | undefined;
}

/** What `getSummary` takes. */
export interface GetSummaryArgs extends CallOptions {
  query?: GetSummaryQuery | undefined;
}

/** What `getTaxProfile` takes. */
export interface GetTaxProfileArgs extends CallOptions {}

/** The query of `getUsage`. */
export interface GetUsageQuery {
  /** The beginning of the period, which is rounded to whole hours; by default a day before its end. */
  from?: string | undefined;
  /** The end of the period, which is rounded to whole hours; by default now. */
  to?: string | undefined;
}

/** What `getUsage` takes. */
export interface GetUsageArgs extends CallOptions {
  query?: GetUsageQuery | undefined;
}

/** What `getUser` takes. */
export interface GetUserArgs extends CallOptions {
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
}

/** What `getUserPolicy` takes. */
export interface GetUserPolicyArgs extends CallOptions {
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
  /** The policy's id, or the name of a managed policy. */
  policy_id: string;
}

/** What `getVolume` takes. */
export interface GetVolumeArgs extends CallOptions {
  /** The volume's id: `vol-` and 26 characters that sort by the time of creation. */
  vol_id: string;
}

/** What `getVpc` takes. */
export interface GetVpcArgs extends CallOptions {
  /** The VPC's id: `vpc-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `getWebhook` takes. */
export interface GetWebhookArgs extends CallOptions {
  /** The webhook's id: `whk-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** The body of `iamLogin`. */
export interface IamLoginBody {
  /** The account's id: 12 decimal digits. */
  account_id: string;
  /** The IAM user's name. */
  username: string;
  /** The password. */
  password: string;
  /**
   * The SHA-256, in base64url, of a secret of the client. Every request of the session then needs that secret in
   * X-Svc-Session-Proof, however it sends its tokens.
   */
  session_proof?: string | undefined;
}

/** What `iamLogin` takes. */
export interface IamLoginArgs extends ChangeOptions {
  body: IamLoginBody;
}

/** What `iamLogin` answers. */
export type IamLoginReply = IamTokens | CodeNeeded | PasswordNeeded;

/** The body of `importCertificate`. */
export interface ImportCertificateBody {
  /** The name, unique in the account: 1 to 64 visible characters. */
  name: string;
  /** The certificate as PEM, followed by those of its issuers in order; at most 10 certificates and 64 KiB. */
  certificate_pem: string;
  /**
   * The private key as PEM, without a passphrase: RSA of 2048 to 4096 bits, ECDSA on P-256, P-384 or P-521, or Ed25519.
   * It is stored encrypted and never shown.
   */
  private_key_pem: string;
  /**
   * Tags: at most 20 keys, each with a value.
   *
   * @default {}
   */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `importCertificate` takes. */
export interface ImportCertificateArgs extends ChangeOptions, DryRunOption {
  body: ImportCertificateBody;
}

/** The body of `importImage`. */
export interface ImportImageBody {
  /** The host; it may be left out where there is only one. */
  host_id?: string | undefined;
  /** A root file system as tar, or an OCI layout as tar; plain, gzip or zstd. */
  source: {
    /** The bucket of a file. */
    bucket?: string | undefined;
    /** The key of a file. */
    key?: string | undefined;
    /** The path of a file on this computer; on a laptop only, by the command line. */
    path?: string | undefined;
  };
}

/** What `importImage` takes. */
export interface ImportImageArgs extends ChangeOptions {
  /** The catalog image's id. */
  id: string;
  body: ImportImageBody;
}

/** The body of `importSshKey`. */
export interface ImportSshKeyBody {
  /** The name, unique in the account: 1 to 64 visible characters. */
  name: string;
  /**
   * An OpenSSH public key on one line, as `ssh-keygen` writes it to the .pub file: ed25519, ecdsa, or rsa of 2048 bits
   * or more.
   */
  public_key: string;
  /**
   * Tags: at most 20 keys, each with a value.
   *
   * @default {}
   */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `importSshKey` takes. */
export interface ImportSshKeyArgs extends ChangeOptions, DryRunOption {
  body: ImportSshKeyBody;
}

/** The body of `inviteMember`. */
export interface InviteMemberBody {
  /** The e-mail address, in any case. */
  email: string;
  /** What the member may do in the account. */
  role: 'admin' | 'developer' | 'billing' | 'viewer';
}

/** What `inviteMember` takes. */
export interface InviteMemberArgs extends ChangeOptions, DryRunOption {
  body: InviteMemberBody;
}

/** The body of `launchInstance`. */
export interface LaunchInstanceBody {
  /** The name, an RFC 1123 hostname; it need not be unique. */
  name: string;
  /** The instance type. */
  instance_type_id: string;
  /** The image, or one of the account's images or snapshots. */
  image_id: string;
  /** The SSH key to log in with. */
  ssh_key_id?: string | undefined;
  /** The VPC; by default the account's default VPC. */
  vpc_id?: string | undefined;
  /** The elastic IP to attach. */
  elastic_ip_id?: string | undefined;
  /** The script of the first boot, at most 64 KiB of UTF-8. */
  user_data?: string | undefined;
  /** The firewall rules of the instance, instead of the two default rules. */
  firewall_rules?: readonly ({
    /** Whether it allows traffic to the instance or from it. */
    direction: 'inbound' | 'outbound';
    /** The protocol of the traffic. */
    protocol: 'tcp' | 'udp' | 'icmp' | 'all';
    /** The first port; null or omitted for all ports. Not allowed with icmp or all. */
    port_from?: number | null | undefined;
    /** The last port; the same as the first if it is null or omitted. */
    port_to?: number | null | undefined;
    /** The IPv4 or IPv6 blocks at the other end, without host bits. */
    cidrs?: readonly string[] | undefined;
    /** What the rule is for; null for nothing. */
    description?: string | null | undefined;
  })[] | undefined;
  /**
   * Tags: at most 20 keys, each with a value.
   *
   * @default {}
   */
  tags?: Readonly<Record<string, string>> | undefined;
  /**
   * Whether the program of the image is run as a service, whose output is in the console log.
   *
   * @default false
   */
  run_entrypoint?: boolean | undefined;
  /**
   * Whether termination is refused.
   *
   * @default false
   */
  termination_protection?: boolean | undefined;
  /** The number of hours after which it is terminated automatically; never if omitted. */
  ttl_hours?: number | undefined;
}

/** What `launchInstance` takes. */
export interface LaunchInstanceArgs extends ChangeOptions, DryRunOption, WaitOption {
  body: LaunchInstanceBody;
}

/** The query of `listAccessKeys`. */
export interface ListAccessKeysQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
}

/** What `listAccessKeys` takes. */
export interface ListAccessKeysArgs extends CallOptions {
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
  query?: ListAccessKeysQuery | undefined;
}

/** What `listAccessKeys` answers. */
export interface ListAccessKeysReply {
  /** The items of this page. */
  access_keys: AccessKey[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listAccounts`. */
export interface ListAccountsQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
}

/** What `listAccounts` takes. */
export interface ListAccountsArgs extends CallOptions {
  query?: ListAccountsQuery | undefined;
}

/** What `listAccounts` answers. */
export interface ListAccountsReply {
  /** The items of this page. */
  accounts: Customer[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listActivity`. */
export interface ListActivityQuery {
  /** Only events after this one; omit it for the newest. */
  after?: string | undefined;
  /** Only these types, comma-separated; `*` and prefixes such as `instance.*` match several. */
  type?: string | undefined;
  /** Only events of these SRNs, comma-separated; at most 100. */
  resource?: string | undefined;
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
}

/** What `listActivity` takes. */
export interface ListActivityArgs extends CallOptions, WaitOption {
  query?: ListActivityQuery | undefined;
}

/** What `listActivity` answers. */
export interface ListActivityReply {
  /** The items of this page. */
  events: ActivityEvent[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listAuditLogs`. */
export interface ListAuditLogsQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | undefined;
  /** Only requests to this service. */
  service?: string | undefined;
  /** Only requests of this method, in any case; empty for all. */
  method?: string | undefined;
  /** Only requests whose path contains this text, in any case. */
  q?: string | undefined;
}

/** What `listAuditLogs` takes. */
export interface ListAuditLogsArgs extends CallOptions {
  query?: ListAuditLogsQuery | undefined;
}

/** What `listAuditLogs` answers. */
export interface ListAuditLogsReply {
  /** The items of this page. */
  audit_logs: AuditLog[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listAutoScalingActivities`. */
export interface ListAutoScalingActivitiesQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | undefined;
}

/** What `listAutoScalingActivities` takes. */
export interface ListAutoScalingActivitiesArgs extends CallOptions {
  /** The auto scaling group's id: `asg-` and 26 characters that sort by the time of creation. */
  id: string;
  query?: ListAutoScalingActivitiesQuery | undefined;
}

/** What `listAutoScalingActivities` answers. */
export interface ListAutoScalingActivitiesReply {
  /** The items of this page. */
  activities: Activity[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listAutoScalingGroups`. */
export interface ListAutoScalingGroupsQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
  /**
   * Only resources with this tag, written `tag.role=db`; alternatives are comma-separated, as in `tag.role=db,web`.
   * Several such parameters must all hold.
   */
  [name: `tag.${string}`]: string | undefined;
}

/** What `listAutoScalingGroups` takes. */
export interface ListAutoScalingGroupsArgs extends CallOptions {
  query?: ListAutoScalingGroupsQuery | undefined;
}

/** What `listAutoScalingGroups` answers. */
export interface ListAutoScalingGroupsReply {
  /** The items of this page. */
  asgs: Asg[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listBucketKeys`. */
export interface ListBucketKeysQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
  /** Only those with this permission; separate several with commas. */
  permission?: string | undefined;
}

/** What `listBucketKeys` takes. */
export interface ListBucketKeysArgs extends CallOptions {
  /** The bucket's name. */
  name: string;
  query?: ListBucketKeysQuery | undefined;
}

/** What `listBucketKeys` answers. */
export interface ListBucketKeysReply {
  /** The items of this page. */
  access_keys: BucketKey[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listBuckets`. */
export interface ListBucketsQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only those with this prefix; separate several with commas. */
  prefix?: string | undefined;
  /**
   * Only resources with this tag, written `tag.role=db`; alternatives are comma-separated, as in `tag.role=db,web`.
   * Several such parameters must all hold.
   */
  [name: `tag.${string}`]: string | undefined;
}

/** What `listBuckets` takes. */
export interface ListBucketsArgs extends CallOptions {
  query?: ListBucketsQuery | undefined;
}

/** What `listBuckets` answers. */
export interface ListBucketsReply {
  /** The items of this page. */
  buckets: Bucket[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listCertificates`. */
export interface ListCertificatesQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only those with this fingerprint; separate several with commas. */
  fingerprint?: string | undefined;
  /**
   * Only resources with this tag, written `tag.role=db`; alternatives are comma-separated, as in `tag.role=db,web`.
   * Several such parameters must all hold.
   */
  [name: `tag.${string}`]: string | undefined;
}

/** What `listCertificates` takes. */
export interface ListCertificatesArgs extends CallOptions {
  query?: ListCertificatesQuery | undefined;
}

/** What `listCertificates` answers. */
export interface ListCertificatesReply {
  /** The items of this page. */
  certificates: Certificate[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listElasticIps`. */
export interface ListElasticIpsQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only those with this instance; separate several with commas. */
  instance_id?: string | undefined;
  /**
   * Only resources with this tag, written `tag.role=db`; alternatives are comma-separated, as in `tag.role=db,web`.
   * Several such parameters must all hold.
   */
  [name: `tag.${string}`]: string | undefined;
}

/** What `listElasticIps` takes. */
export interface ListElasticIpsArgs extends CallOptions {
  query?: ListElasticIpsQuery | undefined;
}

/** What `listElasticIps` answers. */
export interface ListElasticIpsReply {
  /** The items of this page. */
  elastic_ips: ElasticIp[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listEndpoints`. */
export interface ListEndpointsQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order; `created_at` is the list's own.
   *
   * @default "created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with this region; separate several with commas. */
  region?: string | undefined;
}

/** What `listEndpoints` takes. */
export interface ListEndpointsArgs extends CallOptions {
  query?: ListEndpointsQuery | undefined;
}

/** What `listEndpoints` answers. */
export interface ListEndpointsReply {
  /** The items of this page. */
  endpoints: StorageEndpoint[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listFirewallRules`. */
export interface ListFirewallRulesQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this direction; separate several with commas. */
  direction?: string | undefined;
  /** Only those with this protocol; separate several with commas. */
  protocol?: string | undefined;
  /** Only those with this origin; separate several with commas. */
  origin?: string | undefined;
}

/** What `listFirewallRules` takes. */
export interface ListFirewallRulesArgs extends CallOptions {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  query?: ListFirewallRulesQuery | undefined;
}

/** The query of `listGroups`. */
export interface ListGroupsQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
}

/** What `listGroups` takes. */
export interface ListGroupsArgs extends CallOptions {
  query?: ListGroupsQuery | undefined;
}

/** What `listGroups` answers. */
export interface ListGroupsReply {
  /** The items of this page. */
  groups: Group[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listHostAddresses`. */
export interface ListHostAddressesQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order; `created_at` is the list's own.
   *
   * @default "created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
}

/** What `listHostAddresses` takes. */
export interface ListHostAddressesArgs extends CallOptions {
  /** The host's id. */
  id: string;
  query?: ListHostAddressesQuery | undefined;
}

/** What `listHostAddresses` answers. */
export interface ListHostAddressesReply {
  /** The items of this page. */
  addresses: PoolAddress[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listHosts`. */
export interface ListHostsQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only those with this state; separate several with commas. */
  state?: string | undefined;
}

/** What `listHosts` takes. */
export interface ListHostsArgs extends CallOptions {
  query?: ListHostsQuery | undefined;
}

/** What `listHosts` answers. */
export interface ListHostsReply {
  /** The items of this page. */
  hosts: Host[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listImages`. */
export interface ListImagesQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order; `created_at` is the list's own.
   *
   * @default "created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only these distributions, comma-separated. */
  distribution?: string | undefined;
  /** Only these types, comma-separated. */
  type?: string | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /**
   * Only resources with this tag, written `tag.role=db`; alternatives are comma-separated, as in `tag.role=db,web`.
   * Several such parameters must all hold.
   */
  [name: `tag.${string}`]: string | undefined;
}

/** What `listImages` takes. */
export interface ListImagesArgs extends CallOptions {
  query?: ListImagesQuery | undefined;
}

/** What `listImages` answers. */
export interface ListImagesReply {
  /** The items of this page. */
  images: Image[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listInstanceEvents`. */
export interface ListInstanceEventsQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | undefined;
}

/** What `listInstanceEvents` takes. */
export interface ListInstanceEventsArgs extends CallOptions {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  query?: ListInstanceEventsQuery | undefined;
}

/** What `listInstanceEvents` answers. */
export interface ListInstanceEventsReply {
  /** The items of this page. */
  events: InstanceEvent[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listInstanceMetrics`. */
export interface ListInstanceMetricsQuery {
  /** A period up to now; an hour by default. Not together with `from` and `to`. */
  period?: '1h' | '6h' | '24h' | '7d' | '30d' | undefined;
  /** The beginning of the time range; with `to`. */
  from?: string | undefined;
  /** The end of the time range; with `from`. */
  to?: string | undefined;
  /** The number of seconds between two points; by default chosen by the range. A reply has at most 1,440 points. */
  step_seconds?: number | undefined;
  /** The instances, comma-separated; at most 50. */
  instance_id: string;
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
}

/** What `listInstanceMetrics` takes. */
export interface ListInstanceMetricsArgs extends CallOptions {
  query: ListInstanceMetricsQuery;
}

/** What `listInstanceMetrics` answers. */
export interface ListInstanceMetricsReply {
  /** The items of this page. */
  metrics: Metrics[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listInstanceSnapshots`. */
export interface ListInstanceSnapshotsQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only those with this trigger; separate several with commas. */
  trigger?: string | undefined;
  /**
   * Only resources with this tag, written `tag.role=db`; alternatives are comma-separated, as in `tag.role=db,web`.
   * Several such parameters must all hold.
   */
  [name: `tag.${string}`]: string | undefined;
}

/** What `listInstanceSnapshots` takes. */
export interface ListInstanceSnapshotsArgs extends CallOptions {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  query?: ListInstanceSnapshotsQuery | undefined;
}

/** What `listInstanceSnapshots` answers. */
export interface ListInstanceSnapshotsReply {
  /** The items of this page. */
  snapshots: Snapshot[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listInstanceTypes`. */
export interface ListInstanceTypesQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order; `created_at` is the list's own.
   *
   * @default "created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only these families, comma-separated. */
  family?: string | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only types that can be launched now, or only those that cannot. */
  available?: boolean | undefined;
}

/** What `listInstanceTypes` takes. */
export interface ListInstanceTypesArgs extends CallOptions {
  query?: ListInstanceTypesQuery | undefined;
}

/** What `listInstanceTypes` answers. */
export interface ListInstanceTypesReply {
  /** The items of this page. */
  instance_types: InstanceType[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listInstances`. */
export interface ListInstancesQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only those with this instance type; separate several with commas. */
  instance_type_id?: string | undefined;
  /** Only those with this image; separate several with commas. */
  image_id?: string | undefined;
  /** Only those with this vpc; separate several with commas. */
  vpc_id?: string | undefined;
  /** Only those with this asg; separate several with commas. */
  asg_id?: string | undefined;
  /**
   * Only resources with this tag, written `tag.role=db`; alternatives are comma-separated, as in `tag.role=db,web`.
   * Several such parameters must all hold.
   */
  [name: `tag.${string}`]: string | undefined;
}

/** What `listInstances` takes. */
export interface ListInstancesArgs extends CallOptions {
  query?: ListInstancesQuery | undefined;
}

/** What `listInstances` answers. */
export interface ListInstancesReply {
  /** The items of this page. */
  instances: Instance[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listInvites`. */
export interface ListInvitesQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this email; separate several with commas. */
  email?: string | undefined;
  /** Only those with this role; separate several with commas. */
  role?: string | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
}

/** What `listInvites` takes. */
export interface ListInvitesArgs extends CallOptions {
  query?: ListInvitesQuery | undefined;
}

/** What `listInvites` answers. */
export interface ListInvitesReply {
  /** The items of this page. */
  invites: Invite[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listInvoices`. */
export interface ListInvoicesQuery {
  /** Only invoices from this time or day (IST) on. */
  from?: string | undefined;
  /** Only invoices up to this time or day (IST), which is included. */
  to?: string | undefined;
  /** Only invoices of this financial year. */
  financial_year?: string | undefined;
  /** Only invoices, or only credit notes. */
  kind?: 'invoice' | 'credit_note' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | undefined;
}

/** What `listInvoices` takes. */
export interface ListInvoicesArgs extends CallOptions {
  query?: ListInvoicesQuery | undefined;
}

/** What `listInvoices` answers. */
export interface ListInvoicesReply {
  /** The items of this page. */
  invoices: Invoice[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listJoinTokens`. */
export interface ListJoinTokensQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | undefined;
}

/** What `listJoinTokens` takes. */
export interface ListJoinTokensArgs extends CallOptions {
  query?: ListJoinTokensQuery | undefined;
}

/** What `listJoinTokens` answers. */
export interface ListJoinTokensReply {
  /** The items of this page. */
  join_tokens: JoinToken[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listLedgerDifferences`. */
export interface ListLedgerDifferencesQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order; `created_at` is the list's own.
   *
   * @default "created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
  /** Only those with this account; separate several with commas. */
  account_id?: string | undefined;
}

/** What `listLedgerDifferences` takes. */
export interface ListLedgerDifferencesArgs extends CallOptions {
  query?: ListLedgerDifferencesQuery | undefined;
}

/** What `listLedgerDifferences` answers. */
export interface ListLedgerDifferencesReply {
  /** The items of this page. */
  ledger_differences: LedgerDifference[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listLoadBalancerBackends`. */
export interface ListLoadBalancerBackendsQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order; `created_at` is the list's own.
   *
   * @default "created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with this instance; separate several with commas. */
  instance_id?: string | undefined;
  /** Only those with this health; separate several with commas. */
  health?: string | undefined;
}

/** What `listLoadBalancerBackends` takes. */
export interface ListLoadBalancerBackendsArgs extends CallOptions {
  /** The load balancer's id: `lb-` and 26 characters that sort by the time of creation. */
  id: string;
  query?: ListLoadBalancerBackendsQuery | undefined;
}

/** What `listLoadBalancerBackends` answers. */
export interface ListLoadBalancerBackendsReply {
  /** The items of this page. */
  backends: Backend[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listLoadBalancers`. */
export interface ListLoadBalancersQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
  /** Only those with this vpc; separate several with commas. */
  vpc_id?: string | undefined;
  /**
   * Only resources with this tag, written `tag.role=db`; alternatives are comma-separated, as in `tag.role=db,web`.
   * Several such parameters must all hold.
   */
  [name: `tag.${string}`]: string | undefined;
}

/** What `listLoadBalancers` takes. */
export interface ListLoadBalancersArgs extends CallOptions {
  query?: ListLoadBalancersQuery | undefined;
}

/** What `listLoadBalancers` answers. */
export interface ListLoadBalancersReply {
  /** The items of this page. */
  load_balancers: LoadBalancer[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listMembers`. */
export interface ListMembersQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this email; separate several with commas. */
  email?: string | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only those with this role; separate several with commas. */
  role?: string | undefined;
}

/** What `listMembers` takes. */
export interface ListMembersArgs extends CallOptions {
  query?: ListMembersQuery | undefined;
}

/** What `listMembers` answers. */
export interface ListMembersReply {
  /** The items of this page. */
  members: Member[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listObjects`. */
export interface ListObjectsQuery {
  /** Only keys that begin with this. */
  prefix?: string | undefined;
  /** Keys that have this after the prefix are grouped up to it. */
  delimiter?: string | undefined;
  /** The `next_cursor` of the previous page, with the same prefix and delimiter. */
  cursor?: string | undefined;
  /**
   * The maximum number of keys and groups.
   *
   * @default 50
   */
  limit?: number | undefined;
}

/** What `listObjects` takes. */
export interface ListObjectsArgs extends CallOptions {
  /** The bucket's name. */
  name: string;
  query?: ListObjectsQuery | undefined;
}

/** What `listObjects` answers. */
export interface ListObjectsReply {
  /** The objects, in order of their keys. */
  objects: ListedObject[];
  /** The prefixes under which keys are grouped. */
  common_prefixes: string[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listOperations`. */
export interface ListOperationsQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `created_at` is the longest overdue first.
   *
   * @default "created_at"
   */
  sort?: 'created_at' | '-created_at' | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
}

/** What `listOperations` takes. */
export interface ListOperationsArgs extends CallOptions {
  query?: ListOperationsQuery | undefined;
}

/** What `listOperations` answers. */
export interface ListOperationsReply {
  /** The items of this page. */
  operations: Operation[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listPlatformAuditLogs`. */
export interface ListPlatformAuditLogsQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | undefined;
  /** The month (UTC) of the entries; by default the current one. */
  month?: string | undefined;
  /** Only entries whose path, actor, resource or address contains this text, in any case. */
  q?: string | undefined;
}

/** What `listPlatformAuditLogs` takes. */
export interface ListPlatformAuditLogsArgs extends CallOptions {
  query?: ListPlatformAuditLogsQuery | undefined;
}

/** What `listPlatformAuditLogs` answers. */
export interface ListPlatformAuditLogsReply {
  /** The items of this page. */
  audit_logs: PlatformAuditLog[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listPlatformImages`. */
export interface ListPlatformImagesQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order; `created_at` is the list's own.
   *
   * @default "created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only those with this image; separate several with commas. */
  image_id?: string | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
  /** Only those of this host; it is required where there are more than 32. */
  host_id?: string | undefined;
}

/** What `listPlatformImages` takes. */
export interface ListPlatformImagesArgs extends CallOptions {
  query?: ListPlatformImagesQuery | undefined;
}

/** What `listPlatformImages` answers. */
export interface ListPlatformImagesReply {
  /** The items of this page. */
  images: PlatformImage[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listPolicies`. */
export interface ListPoliciesQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only those with this type; separate several with commas. */
  type?: string | undefined;
}

/** What `listPolicies` takes. */
export interface ListPoliciesArgs extends CallOptions {
  query?: ListPoliciesQuery | undefined;
}

/** What `listPolicies` answers. */
export interface ListPoliciesReply {
  /** The items of this page. */
  policies: Policy[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listPrices`. */
export interface ListPricesQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order; `created_at` is the list's own.
   *
   * @default "created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with this resource; separate several with commas. */
  resource?: string | undefined;
}

/** What `listPrices` takes. */
export interface ListPricesArgs extends CallOptions {
  query?: ListPricesQuery | undefined;
}

/** What `listPrices` answers. */
export interface ListPricesReply {
  /** The items of this page. */
  prices: Price[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listQuotas`. */
export interface ListQuotasQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order; `created_at` is the list's own.
   *
   * @default "created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
}

/** What `listQuotas` takes. */
export interface ListQuotasArgs extends CallOptions {
  query?: ListQuotasQuery | undefined;
}

/** What `listQuotas` answers. */
export interface ListQuotasReply {
  /** The items of this page. */
  quotas: Quota[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listSessions`. */
export interface ListSessionsQuery {
  /**
   * The maximum number of items.
   *
   * @default 200
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
}

/** What `listSessions` takes. */
export interface ListSessionsArgs extends CallOptions {
  query?: ListSessionsQuery | undefined;
}

/** What `listSessions` answers. */
export interface ListSessionsReply {
  /** The items of this page. */
  sessions: Session[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listSnapshots`. */
export interface ListSnapshotsQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this instance; separate several with commas. */
  instance_id?: string | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only those with this trigger; separate several with commas. */
  trigger?: string | undefined;
  /**
   * Only resources with this tag, written `tag.role=db`; alternatives are comma-separated, as in `tag.role=db,web`.
   * Several such parameters must all hold.
   */
  [name: `tag.${string}`]: string | undefined;
}

/** What `listSnapshots` takes. */
export interface ListSnapshotsArgs extends CallOptions {
  query?: ListSnapshotsQuery | undefined;
}

/** What `listSnapshots` answers. */
export interface ListSnapshotsReply {
  /** The items of this page. */
  snapshots: Snapshot[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listSshKeys`. */
export interface ListSshKeysQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only those with this fingerprint; separate several with commas. */
  fingerprint?: string | undefined;
  /** Only those with this type; separate several with commas. */
  type?: string | undefined;
  /**
   * Only resources with this tag, written `tag.role=db`; alternatives are comma-separated, as in `tag.role=db,web`.
   * Several such parameters must all hold.
   */
  [name: `tag.${string}`]: string | undefined;
}

/** What `listSshKeys` takes. */
export interface ListSshKeysArgs extends CallOptions {
  query?: ListSshKeysQuery | undefined;
}

/** What `listSshKeys` answers. */
export interface ListSshKeysReply {
  /** The items of this page. */
  ssh_keys: SshKey[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listTransactions`. */
export interface ListTransactionsQuery {
  /** Only these types, comma-separated. */
  type?: string | undefined;
  /** Only entries from this time or day (IST) on. */
  from?: string | undefined;
  /** Only entries up to this time or day (IST), which is included. */
  to?: string | undefined;
  /** `debits` also lists debits for usage. */
  include?: 'debits' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | undefined;
}

/** What `listTransactions` takes. */
export interface ListTransactionsArgs extends CallOptions {
  query?: ListTransactionsQuery | undefined;
}

/** What `listTransactions` answers. */
export interface ListTransactionsReply {
  /** The items of this page. */
  transactions: Transaction[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listUsers`. */
export interface ListUsersQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this username; separate several with commas. */
  username?: string | undefined;
  /**
   * Only resources with this tag, written `tag.role=db`; alternatives are comma-separated, as in `tag.role=db,web`.
   * Several such parameters must all hold.
   */
  [name: `tag.${string}`]: string | undefined;
}

/** What `listUsers` takes. */
export interface ListUsersArgs extends CallOptions {
  query?: ListUsersQuery | undefined;
}

/** What `listUsers` answers. */
export interface ListUsersReply {
  /** The items of this page. */
  users: IamUser[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listVolumes`. */
export interface ListVolumesQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
  /** Only those with this instance; separate several with commas. */
  instance_id?: string | undefined;
  /**
   * Only resources with this tag, written `tag.role=db`; alternatives are comma-separated, as in `tag.role=db,web`.
   * Several such parameters must all hold.
   */
  [name: `tag.${string}`]: string | undefined;
}

/** What `listVolumes` takes. */
export interface ListVolumesArgs extends CallOptions {
  query?: ListVolumesQuery | undefined;
}

/** What `listVolumes` answers. */
export interface ListVolumesReply {
  /** The items of this page. */
  volumes: Volume[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listVpcs`. */
export interface ListVpcsQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this name; separate several with commas. */
  name?: string | undefined;
  /** Only those with this cidr; separate several with commas. */
  cidr?: string | undefined;
  /**
   * Only resources with this tag, written `tag.role=db`; alternatives are comma-separated, as in `tag.role=db,web`.
   * Several such parameters must all hold.
   */
  [name: `tag.${string}`]: string | undefined;
}

/** What `listVpcs` takes. */
export interface ListVpcsArgs extends CallOptions {
  query?: ListVpcsQuery | undefined;
}

/** What `listVpcs` answers. */
export interface ListVpcsReply {
  /** The items of this page. */
  vpcs: Vpc[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listWebhookDeliveries`. */
export interface ListWebhookDeliveriesQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
  /** Only those with this event; separate several with commas. */
  event_id?: string | undefined;
  /** Only those with this event type; separate several with commas. */
  event_type?: string | undefined;
}

/** What `listWebhookDeliveries` takes. */
export interface ListWebhookDeliveriesArgs extends CallOptions {
  /** The webhook's id: `whk-` and 26 characters that sort by the time of creation. */
  id: string;
  query?: ListWebhookDeliveriesQuery | undefined;
}

/** What `listWebhookDeliveries` answers. */
export interface ListWebhookDeliveriesReply {
  /** The items of this page. */
  deliveries: Delivery[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The query of `listWebhooks`. */
export interface ListWebhooksQuery {
  /**
   * The maximum number of items.
   *
   * @default 50
   */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with the same filters and order; omit it for the first page. */
  cursor?: string | undefined;
  /**
   * The order: `-created_at` is newest first.
   *
   * @default "-created_at"
   */
  sort?: 'created_at' | '-created_at' | 'name' | undefined;
  /** Only those with these ids, comma-separated; at most 100. */
  id?: string | undefined;
  /** Only those whose name, id or address contains this text, in any case. */
  q?: string | undefined;
  /** Only those with this url; separate several with commas. */
  url?: string | undefined;
  /** Only those with this status; separate several with commas. */
  status?: string | undefined;
}

/** What `listWebhooks` takes. */
export interface ListWebhooksArgs extends CallOptions {
  query?: ListWebhooksQuery | undefined;
}

/** What `listWebhooks` answers. */
export interface ListWebhooksReply {
  /** The items of this page. */
  webhooks: Webhook[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
}

/** The body of `login`. */
export interface LoginBody {
  /** The e-mail address, in any case. */
  email: string;
  /** The password. */
  password: string;
  /**
   * The SHA-256, in base64url, of a secret of the client. Every request of the session then needs that secret in
   * X-Svc-Session-Proof, however it sends its tokens.
   */
  session_proof?: string | undefined;
}

/** What `login` takes. */
export interface LoginArgs extends ChangeOptions {
  body: LoginBody;
}

/** What `login` answers. */
export type LoginReply = Tokens | CodeNeeded;

/** The body of `logout`. */
export interface LogoutBody {
  /**
   * Whether every session of the user ends.
   *
   * @default false
   */
  all?: boolean | undefined;
}

/** What `logout` takes. */
export interface LogoutArgs extends ChangeOptions {
  body?: LogoutBody | undefined;
}

/** What `logout` answers. */
export interface LogoutReply {
  /** States that the session has ended. */
  status: 'logged_out';
}

/** The body of `pullImage`. */
export interface PullImageBody {
  /** The host; it may be left out where there is only one. */
  host_id?: string | undefined;
}

/** What `pullImage` takes. */
export interface PullImageArgs extends ChangeOptions {
  /** The catalog image's id. */
  id: string;
  body?: PullImageBody | undefined;
}

/** The body of `putAutoscaleRule`. */
export interface PutAutoscaleRuleBody {
  /** The metric that decides. */
  metric: 'cpu' | 'ram';
  /** The instance gets the next larger type when the metric's mean is above this, in percent. */
  scale_up_percent: number;
  /**
   * The instance gets the next smaller type when the metric's mean is below this, in percent; at least 15 below
   * `scale_up_percent`.
   */
  scale_down_percent: number;
  /** The smallest type that the rule sets. */
  min_instance_type_id: string;
  /** The largest type that the rule sets. */
  max_instance_type_id: string;
  /**
   * Seconds over which the mean is taken.
   *
   * @default 300
   */
  evaluation_seconds?: number | undefined;
  /**
   * Seconds between two changes.
   *
   * @default 900
   */
  cooldown_seconds?: number | undefined;
  /**
   * Whether the rule resizes the instance, which restarts it, or only records what it would do.
   *
   * @default "apply"
   */
  mode?: 'apply' | 'recommend' | undefined;
  /**
   * Whether the rule is on.
   *
   * @default true
   */
  enabled?: boolean | undefined;
  /**
   * When changes are allowed: in the minutes that a cron expression matches, in Indian time; `* 2-4 * * *` is from
   * 02:00 to 04:59. Null for always.
   */
  window?: string | null | undefined;
}

/** What `putAutoscaleRule` takes. */
export interface PutAutoscaleRuleArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  body: PutAutoscaleRuleBody;
}

/** The body of `putBackupSchedule`. */
export interface PutBackupScheduleBody {
  /** When to back up: a cron expression of five fields (minute, hour, day, month, weekday) that runs at most hourly. */
  cron: string;
  /**
   * The time zone of the cron expression, by its name in the IANA database.
   *
   * @default "Asia/Kolkata"
   */
  timezone?: string | undefined;
  /**
   * How many backups to keep; older ones are deleted.
   *
   * @default 7
   */
  retention_count?: number | undefined;
  /**
   * Whether the instance is backed up.
   *
   * @default true
   */
  enabled?: boolean | undefined;
}

/** What `putBackupSchedule` takes. */
export interface PutBackupScheduleArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  body: PutBackupScheduleBody;
}

/** The body of `putBucketCors`. */
export interface PutBucketCorsBody {
  /** The rules; the first that fits decides. */
  rules: readonly ({
    /** A name for the rule; null for none. */
    id?: string | null | undefined;
    /** The origins of the pages that may call; each may have one `*`. */
    allowed_origins: readonly string[];
    /** The methods that pages may use. */
    allowed_methods: readonly ('GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD')[];
    /**
     * The request headers that pages may set; each may have one `*`.
     *
     * @default []
     */
    allowed_headers?: readonly string[] | undefined;
    /**
     * The response headers that pages may read.
     *
     * @default []
     */
    expose_headers?: readonly string[] | undefined;
    /** Seconds for which a browser keeps the answer; null for the browser's default. */
    max_age_seconds?: number | null | undefined;
  })[];
}

/** What `putBucketCors` takes. */
export interface PutBucketCorsArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The bucket's name. */
  name: string;
  body: PutBucketCorsBody;
}

/** What `putBucketCors` answers. */
export interface PutBucketCorsReply {
  /** The rules of the bucket from now on. */
  rules: CorsRule[];
}

/** The body of `putBucketLifecycle`. */
export interface PutBucketLifecycleBody {
  /** The rules, each with an id of its own. */
  rules: readonly ({
    /** A name for the rule, unique in the bucket. */
    id: string;
    /** Whether the rule is applied. */
    enabled: boolean;
    /**
     * Objects whose keys begin with this; empty for all.
     *
     * @default ""
     */
    prefix?: string | undefined;
    /** Objects that have all of these tags; null for all. */
    tags?: Readonly<Record<string, string>> | null | undefined;
    /** Objects of more bytes than this; null for all. */
    larger_than?: number | null | undefined;
    /** Objects of fewer bytes than this; null for all. */
    smaller_than?: number | null | undefined;
    /** The number of days after which objects are deleted; null for never. */
    expire_days?: number | null | undefined;
    /** The day, in UTC, from which objects are deleted; null for none. */
    expire_on?: string | null | undefined;
    /**
     * Whether delete markers that hide no version are deleted.
     *
     * @default false
     */
    expire_markers?: boolean | undefined;
    /** The number of days after which noncurrent versions are deleted; null for never. */
    noncurrent_days?: number | null | undefined;
    /** The number of newest noncurrent versions to keep, whatever their age; null for none. */
    keep_noncurrent?: number | null | undefined;
    /** The number of days after which unfinished uploads are deleted; null for never. */
    abort_multipart_days?: number | null | undefined;
  })[];
}

/** What `putBucketLifecycle` takes. */
export interface PutBucketLifecycleArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The bucket's name. */
  name: string;
  body: PutBucketLifecycleBody;
}

/** What `putBucketLifecycle` answers. */
export interface PutBucketLifecycleReply {
  /** The rules of the bucket from now on. */
  rules: LifecycleRule[];
}

/** The body of `putBucketPolicy`. */
export interface PutBucketPolicyBody {
  /** The bucket's policy, a document of S3: `Version`, `Id` and `Statement`; at most 20 KiB. */
  policy: Readonly<Record<string, unknown>>;
}

/** What `putBucketPolicy` takes. */
export interface PutBucketPolicyArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The bucket's name. */
  name: string;
  body: PutBucketPolicyBody;
}

/** The body of `putBudget`. */
export interface PutBudgetBody {
  /** The limit of a calendar month (IST), in paise; null removes it. */
  monthly_limit_paise: number | null;
  /**
   * The percentages of the limit at which the owner is notified, once each.
   *
   * @default [50,80,100]
   */
  alert_percents?: readonly number[] | undefined;
  /**
   * What happens at the limit: `notify` notifies the owner, `block_new` also refuses new spending.
   *
   * @default "notify"
   */
  action?: 'notify' | 'block_new' | undefined;
}

/** What `putBudget` takes. */
export interface PutBudgetArgs extends ChangeOptions, DryRunOption, MatchOption {
  body: PutBudgetBody;
}

/** The body of `rebootInstance`. */
export interface RebootInstanceBody {
  /**
   * Whether to cut its power at once, without a shutdown.
   *
   * @default false
   */
  force?: boolean | undefined;
}

/** What `rebootInstance` takes. */
export interface RebootInstanceArgs extends ChangeOptions, MatchOption, WaitOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  body?: RebootInstanceBody | undefined;
}

/** The body of `receiveGatewayWebhook`. */
export interface ReceiveGatewayWebhookBody {
  [field: string]: unknown;
}

/** What `receiveGatewayWebhook` takes. */
export interface ReceiveGatewayWebhookArgs extends ChangeOptions {
  /** The payment gateway that sends the event. */
  gateway: 'razorpay';
  body?: ReceiveGatewayWebhookBody | undefined;
}

/** What `receiveGatewayWebhook` answers. */
export interface ReceiveGatewayWebhookReply {
  /** States that the event was accepted. */
  received: true;
}

/** What `redeliverWebhook` takes. */
export interface RedeliverWebhookArgs extends ChangeOptions, MatchOption {
  /** The webhook's id: `whk-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The delivery's id: `dlv-` and 26 characters that sort by the time of creation. */
  delivery_id: string;
}

/** The body of `refresh`. */
export interface RefreshBody {
  /** The refresh token; if it is omitted, the cookie is used. */
  refresh_token?: string | undefined;
  /**
   * The SHA-256, in base64url, of a secret of the client. Every request of the session then needs that secret in
   * X-Svc-Session-Proof, however it sends its tokens.
   */
  session_proof?: string | undefined;
}

/** What `refresh` takes. */
export interface RefreshArgs extends ChangeOptions {
  body?: RefreshBody | undefined;
}

/** What `refresh` answers. */
export type RefreshReply = Tokens | IamTokens;

/** What `refreshAutoScalingGroup` takes. */
export interface RefreshAutoScalingGroupArgs extends ChangeOptions, MatchOption, WaitOption {
  /** The auto scaling group's id: `asg-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** The body of `register`. */
export interface RegisterBody {
  /** The e-mail address, in any case. */
  email: string;
  /** The password. */
  password: string;
  /** The name, without control characters. */
  name?: string | undefined;
  /**
   * The SHA-256, in base64url, of a secret of the client. Every request of the session then needs that secret in
   * X-Svc-Session-Proof, however it sends its tokens.
   */
  session_proof?: string | undefined;
}

/** What `register` takes. */
export interface RegisterArgs extends ChangeOptions {
  body: RegisterBody;
}

/** What `releaseElasticIp` takes. */
export interface ReleaseElasticIpArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The elastic IP's id: `eip-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `releaseElasticIp` answers. */
export interface ReleaseElasticIpReply {
  /** The elastic IP's id: `eip-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
}

/** What `removeHostAddress` takes. */
export interface RemoveHostAddressArgs extends ChangeOptions, DryRunOption {
  /** The host's id. */
  id: string;
  /** The address. */
  address: string;
}

/** What `removeHostAddress` answers. */
export interface RemoveHostAddressReply {
  /** The address. */
  address: string;
  /** States that it is deleted. */
  deleted: true;
}

/** The query of `removeImage`. */
export interface RemoveImageQuery {
  /** The host; it may be left out where there is only one. */
  host_id?: string | undefined;
}

/** What `removeImage` takes. */
export interface RemoveImageArgs extends ChangeOptions, DryRunOption {
  /** The catalog image's id. */
  id: string;
  query?: RemoveImageQuery | undefined;
}

/** What `removeLoadBalancerBackend` takes. */
export interface RemoveLoadBalancerBackendArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The load balancer's id: `lb-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  instance_id: string;
}

/** What `removeMember` takes. */
export interface RemoveMemberArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The member's id: `mbr-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `removeMember` answers. */
export interface RemoveMemberReply {
  /** The member's id: `mbr-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
}

/** What `removeUserFromGroup` takes. */
export interface RemoveUserFromGroupArgs extends ChangeOptions, DryRunOption {
  /** The group's name, unique in the account regardless of case. */
  name: string;
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
}

/** The body of `replaceFirewallRules`. */
export interface ReplaceFirewallRulesBody {
  /** All rules of the instance from now on. */
  rules: readonly ({
    /** Whether it allows traffic to the instance or from it. */
    direction: 'inbound' | 'outbound';
    /** The protocol of the traffic. */
    protocol: 'tcp' | 'udp' | 'icmp' | 'all';
    /** The first port; null or omitted for all ports. Not allowed with icmp or all. */
    port_from?: number | null | undefined;
    /** The last port; the same as the first if it is null or omitted. */
    port_to?: number | null | undefined;
    /** The IPv4 or IPv6 blocks at the other end, without host bits. */
    cidrs?: readonly string[] | undefined;
    /** What the rule is for; null for nothing. */
    description?: string | null | undefined;
  })[];
}

/** What `replaceFirewallRules` takes. */
export interface ReplaceFirewallRulesArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  body: ReplaceFirewallRulesBody;
}

/** What `resendVerification` takes. */
export interface ResendVerificationArgs extends ChangeOptions {}

/** What `resendVerification` answers. */
export interface ResendVerificationReply {
  /** States that a new code was mailed. */
  status: 'sent';
}

/** The body of `resetPassword`. */
export interface ResetPasswordBody {
  /** The token that was mailed. */
  token: string;
  /** The new password. */
  password: string;
}

/** What `resetPassword` takes. */
export interface ResetPasswordArgs extends ChangeOptions {
  body: ResetPasswordBody;
}

/** What `resetPassword` answers. */
export interface ResetPasswordReply {
  /** States that the new password is set. */
  status: 'password_changed';
}

/** The body of `resizeInstance`. */
export interface ResizeInstanceBody {
  /** The instance type to change to. */
  instance_type_id: string;
  /**
   * Whether only CPU and RAM change, so that the disk keeps its size and the instance can return to the earlier type.
   *
   * @default false
   */
  keep_disk?: boolean | undefined;
}

/** What `resizeInstance` takes. */
export interface ResizeInstanceArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  body: ResizeInstanceBody;
}

/** The body of `resolveLedgerDifference`. */
export interface ResolveLedgerDifferenceBody {
  /** How it was resolved. */
  reason: string;
}

/** What `resolveLedgerDifference` takes. */
export interface ResolveLedgerDifferenceArgs extends ChangeOptions {
  /** The account, and where the difference is: `books`, or a payment. */
  id: string;
  body: ResolveLedgerDifferenceBody;
}

/** The body of `restoreSnapshot`. */
export interface RestoreSnapshotBody {
  /** Whether the instance runs afterwards; by default it runs if it ran before. */
  start?: boolean | undefined;
}

/** What `restoreSnapshot` takes. */
export interface RestoreSnapshotArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The snapshot's id: `snap-` and 26 characters that sort by the time of creation. */
  snap_id: string;
  body?: RestoreSnapshotBody | undefined;
}

/** What `resumeHost` takes. */
export interface ResumeHostArgs extends ChangeOptions {
  /** The host's id. */
  id: string;
}

/** What `revokeInvite` takes. */
export interface RevokeInviteArgs extends ChangeOptions, DryRunOption {
  /** The invite's id: `ivt-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `revokeInvite` answers. */
export interface RevokeInviteReply {
  /** The invite's id: `ivt-` and 26 characters that sort by the time of creation. */
  id: string;
  /** States that it is deleted. */
  deleted: true;
}

/** The body of `rotateBucketKey`. */
export interface RotateBucketKeyBody {
  /**
   * Seconds for which the old key stays valid beside the new one.
   *
   * @default 0
   */
  grace_seconds?: number | undefined;
}

/** What `rotateBucketKey` takes. */
export interface RotateBucketKeyArgs extends ChangeOptions, MatchOption {
  /** The bucket's name. */
  name: string;
  /** The access key's id. */
  access_key_id: string;
  body?: RotateBucketKeyBody | undefined;
}

/** The body of `setAccountQuotas`. */
export interface SetAccountQuotasBody {
  /** The limit of instances; null for the default. */
  instances?: number | null | undefined;
  /** The limit of vcpus; null for the default. */
  vcpus?: number | null | undefined;
  /** The limit of asgs; null for the default. */
  asgs?: number | null | undefined;
  /** The limit of elastic_ips; null for the default. */
  elastic_ips?: number | null | undefined;
  /** The limit of vpcs; null for the default. */
  vpcs?: number | null | undefined;
  /** The limit of volumes; null for the default. */
  volumes?: number | null | undefined;
  /** The limit of volume_gib; null for the default. */
  volume_gib?: number | null | undefined;
  /** The limit of snapshots; null for the default. */
  snapshots?: number | null | undefined;
  /** The limit of images; null for the default. */
  images?: number | null | undefined;
  /** The limit of load_balancers; null for the default. */
  load_balancers?: number | null | undefined;
  /** The limit of certificates; null for the default. */
  certificates?: number | null | undefined;
  /** The limit of ssh_keys; null for the default. */
  ssh_keys?: number | null | undefined;
  /** The limit of iam_users; null for the default. */
  iam_users?: number | null | undefined;
  /** The limit of groups; null for the default. */
  groups?: number | null | undefined;
  /** The limit of custom_policies; null for the default. */
  custom_policies?: number | null | undefined;
  /** The limit of buckets; null for the default. */
  buckets?: number | null | undefined;
  /** The limit of pending_invites; null for the default. */
  pending_invites?: number | null | undefined;
  /** The limit of members; null for the default. */
  members?: number | null | undefined;
  /** The limit of webhooks; null for the default. */
  webhooks?: number | null | undefined;
}

/** What `setAccountQuotas` takes. */
export interface SetAccountQuotasArgs extends ChangeOptions {
  /** The account's id: 12 decimal digits. */
  id: string;
  body?: SetAccountQuotasBody | undefined;
}

/** The body of `setIamLoginPassword`. */
export interface SetIamLoginPasswordBody {
  /** The token of the unfinished login. */
  pending_token: string;
  /** The new password. */
  new_password: string;
  /**
   * The SHA-256, in base64url, of a secret of the client. Every request of the session then needs that secret in
   * X-Svc-Session-Proof, however it sends its tokens.
   */
  session_proof?: string | undefined;
}

/** What `setIamLoginPassword` takes. */
export interface SetIamLoginPasswordArgs extends ChangeOptions {
  body: SetIamLoginPasswordBody;
}

/** What `setIamLoginPassword` answers. */
export type SetIamLoginPasswordReply = IamTokens | CodeNeeded;

/** What `setupAutopay` takes. */
export interface SetupAutopayArgs extends ChangeOptions, MatchOption {}

/** What `setupMfa` takes. */
export interface SetupMfaArgs extends ChangeOptions {}

/** The body of `simulatePolicy`. */
export interface SimulatePolicyBody {
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
  /** The actions to decide on. */
  actions: readonly string[];
  /**
   * The resources to decide on.
   *
   * @default ["*"]
   */
  resources?: readonly string[] | undefined;
  /** The values of condition keys, as in a policy. */
  context?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** What `simulatePolicy` takes. */
export interface SimulatePolicyArgs extends ChangeOptions {
  body: SimulatePolicyBody;
}

/** What `startInstance` takes. */
export interface StartInstanceArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** The body of `stopInstance`. */
export interface StopInstanceBody {
  /**
   * Whether to cut its power at once, without a shutdown.
   *
   * @default false
   */
  force?: boolean | undefined;
  /**
   * The number of seconds after which its power is cut.
   *
   * @default 60
   */
  timeout_seconds?: number | undefined;
}

/** What `stopInstance` takes. */
export interface StopInstanceArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  body?: StopInstanceBody | undefined;
}

/** The body of `switchAccount`. */
export interface SwitchAccountBody {
  /** The account's id: 12 decimal digits. */
  account_id: string;
  /**
   * The SHA-256, in base64url, of a secret of the client. Every request of the session then needs that secret in
   * X-Svc-Session-Proof, however it sends its tokens.
   */
  session_proof?: string | undefined;
}

/** What `switchAccount` takes. */
export interface SwitchAccountArgs extends ChangeOptions {
  body: SwitchAccountBody;
}

/** The query of `terminateInstance`. */
export interface TerminateInstanceQuery {
  /** Whether its volumes are deleted as well. */
  delete_volumes?: boolean | undefined;
  /** Whether its snapshots are deleted as well. */
  delete_snapshots?: boolean | undefined;
}

/** What `terminateInstance` takes. */
export interface TerminateInstanceArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  query?: TerminateInstanceQuery | undefined;
}

/** What `testWebhook` takes. */
export interface TestWebhookArgs extends ChangeOptions, MatchOption {
  /** The webhook's id: `whk-` and 26 characters that sort by the time of creation. */
  id: string;
}

/** What `unblockAccount` takes. */
export interface UnblockAccountArgs extends ChangeOptions {
  /** The account's id: 12 decimal digits. */
  id: string;
}

/** The body of `updateAccessKey`. */
export interface UpdateAccessKeyBody {
  /** Whether requests with the key are served. */
  status?: 'active' | 'inactive' | undefined;
  /** A description of its purpose; null for none. */
  description?: string | null | undefined;
}

/** What `updateAccessKey` takes. */
export interface UpdateAccessKeyArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
  /** The access key's id: `SVC` and 17 of A-Z 2-7. */
  id: string;
  body?: UpdateAccessKeyBody | undefined;
}

/** The body of `updateAccount`. */
export interface UpdateAccountBody {
  /** The name, without control characters. */
  name: string;
}

/** What `updateAccount` takes. */
export interface UpdateAccountArgs extends ChangeOptions {
  body: UpdateAccountBody;
}

/** What `updateAccount` answers. */
export interface UpdateAccountReply {
  /** The account's id: 12 decimal digits. */
  account_id: string;
  /** The name of the account. */
  name: string;
}

/** The body of `updateAutoScalingGroup`. */
export interface UpdateAutoScalingGroupBody {
  /** The group's name, unique in the account: a hostname label. Members are named after it. */
  name?: string | undefined;
  /** The instance type of new members. */
  instance_type_id?: string | undefined;
  /** The image of new members, or one of the account's snapshots. */
  image_id?: string | undefined;
  /** The minimum number of members. */
  min_size?: number | undefined;
  /** The maximum number of members. */
  max_size?: number | undefined;
  /** The number of members to keep now; by default the minimum. */
  desired_capacity?: number | undefined;
  /** The firewall rules of new members, instead of the two default rules; null for the default rules. */
  firewall_rules?: readonly ({
    /** Whether it allows traffic to the instance or from it. */
    direction: 'inbound' | 'outbound';
    /** The protocol of the traffic. */
    protocol: 'tcp' | 'udp' | 'icmp' | 'all';
    /** The first port; null or omitted for all ports. Not allowed with icmp or all. */
    port_from?: number | null | undefined;
    /** The last port; the same as the first if it is null or omitted. */
    port_to?: number | null | undefined;
    /** The IPv4 or IPv6 blocks at the other end, without host bits. */
    cidrs?: readonly string[] | undefined;
    /** What the rule is for; null for nothing. */
    description?: string | null | undefined;
  })[] | null | undefined;
  /** The SSH key of new members; null for none. */
  ssh_key_id?: string | null | undefined;
  /** The script of a member's first boot, at most 64 KiB; null for none. */
  user_data?: string | null | undefined;
  /** The load balancer whose backends the members are; null for none. */
  load_balancer_id?: string | null | undefined;
  /** The port at which the load balancer reaches members; null for each listener's target port. */
  backend_port?: number | null | undefined;
  /** How the group follows a metric; null if its size is set by hand. */
  scaling_policy?: {
    /** The metric whose mean over the members is kept near the target. */
    metric: 'cpu' | 'ram';
    /**
     * The target in percent.
     *
     * @default 60
     */
    target_percent?: number | undefined;
    /**
     * Seconds between two changes.
     *
     * @default 300
     */
    cooldown_seconds?: number | undefined;
    /**
     * Whether members are also removed.
     *
     * @default true
     */
    scale_in_enabled?: boolean | undefined;
  } | null | undefined;
  /** Whether new members run the program of the image as a service, whose output is in the console log. */
  run_entrypoint?: boolean | undefined;
  /** How the health of members is decided. */
  health_check?: {
    /**
     * What decides on a member's health: the machine alone, or the load balancer as well.
     *
     * @default "instance"
     */
    type?: 'instance' | 'load_balancer' | undefined;
    /**
     * The number of seconds after a member's launch during which its health does not count.
     *
     * @default 300
     */
    grace_period_seconds?: number | undefined;
  } | undefined;
  /** Tags: at most 20 keys, each with a value. */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `updateAutoScalingGroup` takes. */
export interface UpdateAutoScalingGroupArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The auto scaling group's id: `asg-` and 26 characters that sort by the time of creation. */
  id: string;
  body?: UpdateAutoScalingGroupBody | undefined;
}

/** The body of `updateAutopay`. */
export interface UpdateAutopayBody {
  /** A debit is announced when the balance falls below this, in paise. */
  threshold_paise?: number | undefined;
  /** The amount that each debit adds to the wallet, in paise before GST: ₹100 to ₹15,000. */
  topup_amount_paise?: number | undefined;
  /** Whether debits are suspended. */
  paused?: boolean | undefined;
}

/** What `updateAutopay` takes. */
export interface UpdateAutopayArgs extends ChangeOptions, MatchOption {
  body?: UpdateAutopayBody | undefined;
}

/** The body of `updateBucket`. */
export interface UpdateBucketBody {
  /** Whether noncurrent versions of objects are kept. */
  versioning?: 'enabled' | 'suspended' | undefined;
  /** Whether objects can be read without credentials. */
  acl?: 'private' | 'public-read' | undefined;
  /** The limits of the bucket; null for none. */
  quota?: {
    /** The maximum size, in bytes; null for no limit. */
    max_size_bytes?: number | null | undefined;
    /** The maximum number of objects; null for no limit. */
    max_objects?: number | null | undefined;
  } | null | undefined;
  /** Tags: at most 20 keys, each with a value. */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `updateBucket` takes. */
export interface UpdateBucketArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The bucket's name. */
  name: string;
  body?: UpdateBucketBody | undefined;
}

/** The body of `updateBucketKey`. */
export interface UpdateBucketKeyBody {
  /** The key's name. */
  name?: string | undefined;
  /** What the key may do with objects. */
  permission?: 'read' | 'write' | 'readwrite' | undefined;
  /** Whether requests with the key are served. */
  status?: 'active' | 'inactive' | undefined;
}

/** What `updateBucketKey` takes. */
export interface UpdateBucketKeyArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The bucket's name. */
  name: string;
  /** The access key's id. */
  access_key_id: string;
  body?: UpdateBucketKeyBody | undefined;
}

/** The body of `updateCertificate`. */
export interface UpdateCertificateBody {
  /** The name, unique in the account: 1 to 64 visible characters. */
  name?: string | undefined;
  /** Tags: at most 20 keys, each with a value. */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `updateCertificate` takes. */
export interface UpdateCertificateArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The certificate's id: `cert-` and 26 characters that sort by the time of creation. */
  id: string;
  body?: UpdateCertificateBody | undefined;
}

/** The body of `updateElasticIp`. */
export interface UpdateElasticIpBody {
  /** The name, which need not be unique; null for none. */
  name?: string | null | undefined;
  /** Tags: at most 20 keys, each with a value. */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `updateElasticIp` takes. */
export interface UpdateElasticIpArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The elastic IP's id: `eip-` and 26 characters that sort by the time of creation. */
  id: string;
  body?: UpdateElasticIpBody | undefined;
}

/** The body of `updateHost`. */
export interface UpdateHostBody {
  /** The operators' name for it; initially its id. */
  name?: string | undefined;
  /** How much of the host's capacity machines may use. */
  capacity_factors?: {
    /** The factor for memory: 1 is all of the host's memory. */
    ram: number;
    /** The factor for vCPUs: 2 is twice the number that the host has. */
    vcpus: number;
  } | undefined;
  /** The disk scope that it may share with other hosts; null for none. */
  allowed_disk_scope?: string | null | undefined;
  /** The block of addresses that it may share with other hosts; null for none. */
  allowed_address_pool?: string | null | undefined;
}

/** What `updateHost` takes. */
export interface UpdateHostArgs extends ChangeOptions {
  /** The host's id. */
  id: string;
  body?: UpdateHostBody | undefined;
}

/** The body of `updateImage`. */
export interface UpdateImageBody {
  /** The name, which need not be unique. */
  name?: string | undefined;
  /** Tags: at most 20 keys, each with a value. */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `updateImage` takes. */
export interface UpdateImageArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The image's id: `img-` and 26 characters that sort by the time of creation. */
  id: string;
  body?: UpdateImageBody | undefined;
}

/** The body of `updateInstance`. */
export interface UpdateInstanceBody {
  /** The name, an RFC 1123 hostname; it need not be unique. */
  name?: string | undefined;
  /** Tags: at most 20 keys, each with a value. */
  tags?: Readonly<Record<string, string>> | undefined;
  /** Whether termination is refused. */
  termination_protection?: boolean | undefined;
  /** Hours from now after which it is terminated automatically; null for never. */
  ttl_hours?: number | null | undefined;
}

/** What `updateInstance` takes. */
export interface UpdateInstanceArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  body?: UpdateInstanceBody | undefined;
}

/** The body of `updateInstanceSshKeys`. */
export interface UpdateInstanceSshKeysBody {
  /** All SSH keys that can log in from now on. */
  ssh_key_ids: readonly string[];
}

/** What `updateInstanceSshKeys` takes. */
export interface UpdateInstanceSshKeysArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  body: UpdateInstanceSshKeysBody;
}

/** The body of `updateLoadBalancer`. */
export interface UpdateLoadBalancerBody {
  /** The name, unique in the account: a hostname label. */
  name?: string | undefined;
  /** The listeners that clients connect to, each with its own port. */
  listeners?: readonly ({
    /** The protocol of the listener. */
    protocol: 'http' | 'https' | 'tcp';
    /** The port that clients connect to. */
    port: number;
    /** The port of the backends; by default the listener's own port. */
    target_port?: number | undefined;
    /**
     * The certificates of an https listener, 1 to 10. A client gets the one for the name that it asks for, or the first
     * if none matches.
     */
    certificate_ids?: readonly string[] | undefined;
    /**
     * Whether an http listener sends every client to the https listener instead of to a backend: to port 443's, or else
     * the first.
     */
    redirect_https?: boolean | undefined;
    /**
     * How a tcp listener passes the client's address to backends: none, or the PROXY protocol, version 1 (text) or 2
     * (binary). By default none.
     */
    proxy_protocol?: 'none' | 'v1' | 'v2' | null | undefined;
    /**
     * The protocol that an https listener speaks with its backends: http (HTTP/1.1), or grpc (HTTP/2 without TLS). By
     * default http.
     */
    backend_protocol?: 'http' | 'grpc' | null | undefined;
  })[] | undefined;
  /** How a backend is chosen. */
  algorithm?: 'round_robin' | 'least_connections' | undefined;
  /** How backends are checked; omitted fields stay unchanged. */
  health_check?: {
    /** How backends are checked: by a request, or only by a connection; by default as the first listener's protocol. */
    protocol?: 'http' | 'tcp' | undefined;
    /** The port to check; null for the port that is served. */
    port?: number | null | undefined;
    /** The path of the request; by default /. */
    path?: string | undefined;
    /** The number of seconds between two checks; by default 10. */
    interval_seconds?: number | undefined;
    /** The number of seconds that a check may take, less than the interval; by default 5. */
    timeout_seconds?: number | undefined;
    /** The number of consecutive checks that must succeed before a backend is healthy; by default 3. */
    healthy_threshold?: number | undefined;
    /** The number of consecutive checks that must fail before a backend is unhealthy; by default 3. */
    unhealthy_threshold?: number | undefined;
    /** The HTTP statuses of success: statuses and ranges, comma-separated; by default 200-399. */
    expected_codes?: string | undefined;
  } | undefined;
  /** Whether a client keeps its backend, by a cookie; for http and https listeners. */
  sticky_sessions?: boolean | undefined;
  /** Tags: at most 20 keys, each with a value. */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `updateLoadBalancer` takes. */
export interface UpdateLoadBalancerArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The load balancer's id: `lb-` and 26 characters that sort by the time of creation. */
  id: string;
  body?: UpdateLoadBalancerBody | undefined;
}

/** The body of `updateMember`. */
export interface UpdateMemberBody {
  /** What the member may do in the account. */
  role: 'admin' | 'developer' | 'billing' | 'viewer';
}

/** What `updateMember` takes. */
export interface UpdateMemberArgs extends ChangeOptions, MatchOption {
  /** The member's id: `mbr-` and 26 characters that sort by the time of creation. */
  id: string;
  body: UpdateMemberBody;
}

/** The body of `updatePasswordPolicy`. */
export interface UpdatePasswordPolicyBody {
  /**
   * The minimum number of characters.
   *
   * @default 12
   */
  min_length?: number | undefined;
  /**
   * Whether a password must contain an upper-case letter.
   *
   * @default false
   */
  require_uppercase?: boolean | undefined;
  /**
   * Whether a password must contain a lower-case letter.
   *
   * @default false
   */
  require_lowercase?: boolean | undefined;
  /**
   * Whether a password must contain a digit.
   *
   * @default false
   */
  require_number?: boolean | undefined;
  /**
   * Whether a password must contain a symbol.
   *
   * @default false
   */
  require_symbol?: boolean | undefined;
  /**
   * The number of days after which a login asks for a new password; 0 for never.
   *
   * @default 0
   */
  max_age_days?: number | undefined;
  /**
   * The number of previous passwords that may not be reused.
   *
   * @default 0
   */
  reuse_prevention?: number | undefined;
  /**
   * Whether IAM users may change their own passwords.
   *
   * @default true
   */
  allow_self_change?: boolean | undefined;
}

/** What `updatePasswordPolicy` takes. */
export interface UpdatePasswordPolicyArgs extends ChangeOptions, DryRunOption, MatchOption {
  body?: UpdatePasswordPolicyBody | undefined;
}

/** The body of `updatePolicy`. */
export interface UpdatePolicyBody {
  /** What the policy allows and denies. */
  document: {
    /** The version of the policy language. */
    Version: '2026-11-01';
    /** The statements, in any order. */
    Statement: readonly ({
      /** A name for the statement, unique in the document. */
      Sid?: string | undefined;
      /** Whether it allows or denies. A Deny overrides every Allow. */
      Effect: 'Allow' | 'Deny';
      /** The actions, with `*` and `?` as wildcards. */
      Action: string | readonly string[];
      /** The SRNs of the resources, with `*` and `?` as wildcards. */
      Resource: string | readonly string[];
      /**
       * The conditions under which it applies: operators, each with condition keys and their values. All must be met.
       */
      Condition?: Readonly<Record<string, Readonly<Record<string, string | number | boolean | readonly (string | number | boolean)[]>>>> | undefined;
    })[];
  };
  /** A description of its purpose; null for none. */
  description?: string | null | undefined;
}

/** What `updatePolicy` takes. */
export interface UpdatePolicyArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The policy's id, or the name of a managed policy. */
  id: string;
  body: UpdatePolicyBody;
}

/** The body of `updateSnapshot`. */
export interface UpdateSnapshotBody {
  /** The name, which need not be unique; chosen if omitted. */
  name?: string | undefined;
  /** Tags: at most 20 keys, each with a value. */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `updateSnapshot` takes. */
export interface UpdateSnapshotArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The snapshot's id: `snap-` and 26 characters that sort by the time of creation. */
  id: string;
  body?: UpdateSnapshotBody | undefined;
}

/** The body of `updateSshKey`. */
export interface UpdateSshKeyBody {
  /** The name, unique in the account: 1 to 64 visible characters. */
  name?: string | undefined;
  /** Tags: at most 20 keys, each with a value. */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `updateSshKey` takes. */
export interface UpdateSshKeyArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The SSH key's id: `key-` and 26 characters that sort by the time of creation. */
  id: string;
  body?: UpdateSshKeyBody | undefined;
}

/** The body of `updateTaxProfile`. */
export interface UpdateTaxProfileBody {
  /** The GST number, with a valid check digit; it sets the state. Null clears it. */
  gstin?: string | null | undefined;
  /** The name on invoices, in Latin letters; null clears it. */
  legal_name?: string | null | undefined;
  /** The address on invoices, in Latin letters; null clears it. */
  address?: string | null | undefined;
  /** The GST code of a state, which must agree with the GST number; null clears it. */
  state_code?: string | null | undefined;
}

/** What `updateTaxProfile` takes. */
export interface UpdateTaxProfileArgs extends ChangeOptions, MatchOption {
  body?: UpdateTaxProfileBody | undefined;
}

/** The body of `updateUser`. */
export interface UpdateUserBody {
  /** A description of its purpose; null for none. */
  description?: string | null | undefined;
  /** Tags: at most 20 keys, each with a value. */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `updateUser` takes. */
export interface UpdateUserArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
  body?: UpdateUserBody | undefined;
}

/** The body of `updateUserPassword`. */
export interface UpdateUserPasswordBody {
  /** The new password, which must follow the account's password rules. */
  password?: string | undefined;
  /** Generates a password, which the reply shows once. */
  generate?: true | undefined;
  /** Removes the password, so that the user cannot log in with one. */
  disabled?: true | undefined;
  /** Whether the next login asks for a new password. */
  password_reset_required?: boolean | undefined;
  /** The current password; for users who change their own. */
  current_password?: string | undefined;
}

/** What `updateUserPassword` takes. */
export interface UpdateUserPasswordArgs extends ChangeOptions, MatchOption {
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
  body?: UpdateUserPasswordBody | undefined;
}

/** The body of `updateVolume`. */
export interface UpdateVolumeBody {
  /** The name, unique in the account: lower-case letters, digits and hyphens. It names the folder under /mnt. */
  name?: string | undefined;
  /** The size in GiB, up to 10 TiB. */
  size_gib?: number | undefined;
  /** Whether it is deleted together with its instance. */
  delete_on_termination?: boolean | undefined;
  /** Tags: at most 20 keys, each with a value. */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `updateVolume` takes. */
export interface UpdateVolumeArgs extends ChangeOptions, DryRunOption, MatchOption, WaitOption {
  /** The volume's id: `vol-` and 26 characters that sort by the time of creation. */
  vol_id: string;
  body?: UpdateVolumeBody | undefined;
}

/** The body of `updateVpc`. */
export interface UpdateVpcBody {
  /** The name, unique in the account. */
  name?: string | undefined;
  /** A description of its purpose; null for none. */
  description?: string | null | undefined;
  /** Tags: at most 20 keys, each with a value. */
  tags?: Readonly<Record<string, string>> | undefined;
}

/** What `updateVpc` takes. */
export interface UpdateVpcArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The VPC's id: `vpc-` and 26 characters that sort by the time of creation. */
  id: string;
  body?: UpdateVpcBody | undefined;
}

/** The body of `updateWebhook`. */
export interface UpdateWebhookBody {
  /** Where events are sent: an https URL. */
  url?: string | undefined;
  /** A description of its purpose; null for none. */
  description?: string | null | undefined;
  /**
   * The events to send, without repetition: types, `*` for all, and prefixes such as `instance.*`; by default all
   * events whose data the caller may read.
   */
  event_types?: readonly (
    | '*'
    | 'asg.*'
    | 'autopay.*'
    | 'backup.*'
    | 'billing.*'
    | 'bucket.*'
    | 'certificate.*'
    | 'elastic_ip.*'
    | 'iam.*'
    | 'image.*'
    | 'instance.*'
    | 'invoice.*'
    | 'load_balancer.*'
    | 'payment.*'
    | 'security.*'
    | 'snapshot.*'
    | 'ssh_key.*'
    | 'subscription.*'
    | 'team.*'
    | 'volume.*'
    | 'vpc.*'
    | 'wallet.*'
    | 'webhook.*'
    | 'asg.created'
    | 'asg.deleted'
    | 'asg.deleting'
    | 'asg.failed'
    | 'asg.scaled'
    | 'asg.scaling'
    | 'autopay.active'
    | 'autopay.announced'
    | 'autopay.cancelled'
    | 'autopay.created'
    | 'autopay.expired'
    | 'autopay.failed'
    | 'autopay.paused'
    | 'autopay.pending_authorization'
    | 'autopay.rejected'
    | 'backup.failed'
    | 'backup.skipped'
    | 'backup.succeeded'
    | 'billing.account_stopped'
    | 'billing.budget_alert'
    | 'billing.low_balance'
    | 'billing.mandate_notice'
    | 'bucket.access_key_activated'
    | 'bucket.access_key_created'
    | 'bucket.access_key_deactivated'
    | 'bucket.access_key_deleted'
    | 'bucket.active'
    | 'bucket.created'
    | 'bucket.deleted'
    | 'bucket.deleting'
    | 'bucket.failed'
    | 'certificate.deleted'
    | 'certificate.expiring'
    | 'certificate.imported'
    | 'elastic_ip.allocated'
    | 'elastic_ip.attached'
    | 'elastic_ip.attaching'
    | 'elastic_ip.available'
    | 'elastic_ip.detaching'
    | 'elastic_ip.error'
    | 'elastic_ip.released'
    | 'iam.access_key_activated'
    | 'iam.access_key_created'
    | 'iam.access_key_deactivated'
    | 'iam.access_key_deleted'
    | 'iam.group_created'
    | 'iam.group_deleted'
    | 'iam.policy_created'
    | 'iam.policy_deleted'
    | 'iam.user_created'
    | 'iam.user_deleted'
    | 'image.available'
    | 'image.created'
    | 'image.deleted'
    | 'image.deleting'
    | 'image.failed'
    | 'instance.disk_filling'
    | 'instance.failed'
    | 'instance.launched'
    | 'instance.lost'
    | 'instance.out_of_memory'
    | 'instance.rebooting'
    | 'instance.restoring'
    | 'instance.running'
    | 'instance.service_failed'
    | 'instance.starting'
    | 'instance.stopped'
    | 'instance.stopping'
    | 'instance.terminated'
    | 'instance.terminating'
    | 'instance.user_data_failed'
    | 'instance.user_data_finished'
    | 'instance.user_data_started'
    | 'invoice.created'
    | 'load_balancer.active'
    | 'load_balancer.backend_healthy'
    | 'load_balancer.backend_unhealthy'
    | 'load_balancer.created'
    | 'load_balancer.deleted'
    | 'load_balancer.deleting'
    | 'load_balancer.failed'
    | 'load_balancer.updating'
    | 'payment.expired'
    | 'payment.failed'
    | 'payment.refunded'
    | 'payment.requested'
    | 'payment.succeeded'
    | 'security.login_failed_repeatedly'
    | 'snapshot.available'
    | 'snapshot.created'
    | 'snapshot.deleted'
    | 'snapshot.deleting'
    | 'snapshot.failed'
    | 'snapshot.restoring'
    | 'ssh_key.created'
    | 'ssh_key.deleted'
    | 'subscription.active'
    | 'subscription.authenticated'
    | 'subscription.cancelled'
    | 'subscription.completed'
    | 'subscription.created'
    | 'subscription.expired'
    | 'subscription.halted'
    | 'subscription.pending'
    | 'team.invite_created'
    | 'team.invite_expired'
    | 'team.invite_revoked'
    | 'team.member_joined'
    | 'team.member_removed'
    | 'team.member_updated'
    | 'volume.attached'
    | 'volume.attaching'
    | 'volume.available'
    | 'volume.created'
    | 'volume.deleted'
    | 'volume.deleting'
    | 'volume.detaching'
    | 'volume.failed'
    | 'vpc.created'
    | 'vpc.deleted'
    | 'wallet.restored'
    | 'wallet.suspended'
    | 'webhook.created'
    | 'webhook.deleted'
    | 'webhook.disabled'
    | 'webhook.enabled')[] | undefined;
  /** Whether events are sent; `active` enables a webhook that failures disabled. */
  status?: 'active' | 'disabled' | undefined;
}

/** What `updateWebhook` takes. */
export interface UpdateWebhookArgs extends ChangeOptions, DryRunOption, MatchOption {
  /** The webhook's id: `whk-` and 26 characters that sort by the time of creation. */
  id: string;
  body?: UpdateWebhookBody | undefined;
}

/** The body of `verifyEmail`. */
export interface VerifyEmailBody {
  /** The six digits that were mailed. */
  code: string;
  /** The e-mail address, in any case. */
  email?: string | undefined;
}

/** What `verifyEmail` takes. */
export interface VerifyEmailArgs extends ChangeOptions {
  body: VerifyEmailBody;
}

/** What `verifyEmail` answers. */
export interface VerifyEmailReply {
  /** States that the address is verified. */
  email_verified: true;
}

/** The body of `verifyIamLogin`. */
export interface VerifyIamLoginBody {
  /** The token of the unfinished login. */
  pending_token: string;
  /** Six digits that the authenticator app shows, or a recovery code. */
  code: string;
  /**
   * The SHA-256, in base64url, of a secret of the client. Every request of the session then needs that secret in
   * X-Svc-Session-Proof, however it sends its tokens.
   */
  session_proof?: string | undefined;
}

/** What `verifyIamLogin` takes. */
export interface VerifyIamLoginArgs extends ChangeOptions {
  body: VerifyIamLoginBody;
}

/** The body of `verifyOrder`. */
export interface VerifyOrderBody {
  /** The payment's id, as the checkout returned it. */
  gateway_payment_id: string;
  /** The signature that the checkout returned with the payment. */
  signature: string;
}

/** What `verifyOrder` takes. */
export interface VerifyOrderArgs extends ChangeOptions, MatchOption {
  /** The order's id: `ord-` and 26 characters that sort by the time of creation. */
  id: string;
  body: VerifyOrderBody;
}

/** The body of `verifyTwoFactor`. */
export interface VerifyTwoFactorBody {
  /** The token of the unfinished login. */
  pending_token: string;
  /** Six digits that the authenticator app shows, or a recovery code. */
  code: string;
  /**
   * The SHA-256, in base64url, of a secret of the client. Every request of the session then needs that secret in
   * X-Svc-Session-Proof, however it sends its tokens.
   */
  session_proof?: string | undefined;
}

/** What `verifyTwoFactor` takes. */
export interface VerifyTwoFactorArgs extends ChangeOptions {
  body: VerifyTwoFactorBody;
}

/**
 * Every operation by its name: what it takes, what it answers, and the items of a list. An operation's `@throws`
 * leaves out what nearly all may be refused with.
 */
export interface Operations {
  /**
   * Accept an invite: `POST /auth/team/accept`.
   *
   * Joins the account of an invite; a second acceptance by the same user gets the same reply. 403 for IAM users and for
   * a user with another address than the invited one, 404 for an unknown token, 410 invite_expired, 409 for a member.
   *
   * @throws {SvcError} 403 quota_exceeded; 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected,
   * wrong_state; 410 invite_expired
   */
  acceptInvite: { args: AcceptInviteArgs; reply: Joined };
  /**
   * Activate automatic top-ups: `POST /auth/billing/autopay/activate`, `billing:CreateAutopay`.
   *
   * Activates a mandate with the payment id and the signature from the checkout. 400 for a forged signature, 409, 410
   * code_expired when the time to authorise it has passed.
   *
   * @throws {SvcError} 409 already_exists, capacity_exhausted, in_use, protected, wrong_state; 410 code_expired
   */
  activateAutopay: { args: ActivateAutopayArgs; reply: Mandate };
  /**
   * Add a firewall rule: `POST /compute/instances/{id}/firewall`, `compute:AddFirewallRule`.
   *
   * Adds a rule, which applies at once. The first outbound rule blocks all other outbound traffic. 409 already_exists
   * for an identical rule, 403 quota_exceeded over 50, 409 wrong_state if the instance is terminating, and for an
   * outbound rule if its host cannot enforce it (capability east_west_firewall). On hosts that forward no ICMP or no
   * UDP from outside, such a rule applies within the VPC only. Without east_west_firewall, machines of a VPC reach each
   * other whatever the rules say.
   *
   * @throws {SvcError} 403 email_not_verified, quota_exceeded; 404 not_found; 409 already_exists, wrong_state
   */
  addFirewallRule: { args: AddFirewallRuleArgs; reply: FirewallRule };
  /**
   * Add a host address: `POST /platform/hosts/{id}/addresses`, `platform:UpdateHost`.
   *
   * Offers a withheld address of a host's pool to customers again. 404 for an address outside the pool.
   *
   * @throws {SvcError} 404 not_found
   */
  addHostAddress: { args: AddHostAddressArgs; reply: PoolAddress };
  /**
   * Add a backend to a load balancer: `POST /compute/load-balancers/{id}/backends`, `compute:AddLoadBalancerBackend`.
   *
   * Adds an instance to a load balancer. 404 if either does not exist, 409 if the instance is already a backend, in
   * another VPC or terminating, 403 beyond 20 backends.
   *
   * @throws {SvcError} 403 email_not_verified, quota_exceeded; 404 not_found; 409 already_exists, capacity_exhausted,
   * in_use, protected, wrong_state
   */
  addLoadBalancerBackend: { args: AddLoadBalancerBackendArgs; reply: Backend; dryRun: true };
  /**
   * Add a user to a group: `PUT /auth/iam/groups/{name}/members/{username}`, `iam:AddUserToGroup`.
   *
   * Adds a user to a group; succeeds if the user is already a member; 404 for an unknown group or user.
   *
   * @throws {SvcError} 404 not_found
   */
  addUserToGroup: { args: AddUserToGroupArgs; reply: Membership; dryRun: true };
  /**
   * Allocate an elastic IP: `POST /compute/elastic-ips`, `compute:AllocateElasticIp`.
   *
   * Allocates a public address, which is charged until it is released. 409 capacity_exhausted if none is left, 403
   * quota_exceeded, 402 if the wallet cannot pay its first hour.
   *
   * @throws {SvcError} 402 insufficient_balance; 403 email_not_verified, quota_exceeded; 409 capacity_exhausted
   */
  allocateElasticIp: { args: AllocateElasticIpArgs; reply: ElasticIp; dryRun: true };
  /**
   * Attach an elastic IP: `POST /compute/elastic-ips/{id}/attach`, `compute:AttachElasticIp`.
   *
   * Attaches an address to an instance. The address passes traffic that the firewall allows, and SSH on port 22. 404 if
   * either does not exist; 409 in_use if the address is attached elsewhere or the instance already has one, 409
   * wrong_state if the instance is terminating.
   *
   * @throws {SvcError} 404 not_found; 409 in_use, wrong_state
   */
  attachElasticIp: { args: AttachElasticIpArgs; reply: ElasticIp; dryRun: true };
  /**
   * Attach a policy to a group: `PUT /auth/iam/groups/{name}/policies/{policy_id}`, `iam:AttachGroupPolicy`.
   *
   * Attaches a policy to a group; succeeds if it is already attached; 403 quota_exceeded above ten.
   *
   * @throws {SvcError} 403 quota_exceeded; 404 not_found
   */
  attachGroupPolicy: { args: AttachGroupPolicyArgs; reply: GroupAttachment; dryRun: true };
  /**
   * Attach a policy to a user: `PUT /auth/iam/users/{username}/policies/{policy_id}`, `iam:AttachUserPolicy`.
   *
   * Attaches a policy to a user; succeeds if it is already attached; 403 quota_exceeded above ten.
   *
   * @throws {SvcError} 403 quota_exceeded; 404 not_found
   */
  attachUserPolicy: { args: AttachUserPolicyArgs; reply: UserAttachment; dryRun: true };
  /**
   * Attach a volume: `POST /compute/volumes/{vol_id}/attach`, `compute:AttachVolume`.
   *
   * Attaches a volume to an instance, even while that is running; 200 while it is attaching. 403 if the instance has
   * eight, 404 if either does not exist, 409 unless the volume is available and the instance running or stopped, and
   * for a `device` if the host has no devices.
   *
   * @throws {SvcError} 403 quota_exceeded; 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected,
   * wrong_state
   */
  attachVolume: { args: AttachVolumeArgs; reply: Volume; dryRun: true };
  /**
   * Block an account: `POST /platform/accounts/{id}/block`, `platform:ManageAccounts`.
   *
   * Blocks an account: its logins and requests are refused with account_blocked. 409 for an account that operates this
   * platform.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  blockAccount: { args: BlockAccountArgs; reply: Customer };
  /**
   * Cancel automatic top-ups: `DELETE /auth/billing/autopay`, `billing:CancelAutopay`.
   *
   * Cancels a mandate, here and at the gateway, along with any announced debit. 404, 409, 503.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  cancelAutopay: { args: CancelAutopayArgs; reply: Mandate; dryRun: true };
  /**
   * Cancel the subscription: `POST /auth/billing/subscription/cancel`, `billing:CancelSubscription`.
   *
   * Cancels the subscription, at the end of its period or at once. The account is then on the free plan. 409 if there
   * is none, 503.
   *
   * @throws {SvcError} 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  cancelSubscription: { args: CancelSubscriptionArgs; reply: Subscription };
  /**
   * Change the caller's password: `POST /auth/change-password`.
   *
   * Changes the caller's password and ends the caller's other sessions; 401 invalid_credentials for a wrong current
   * password, 403 for IAM users, 429.
   *
   * @throws {SvcError} 401 invalid_credentials; 403 quota_exceeded; 429 too_many_attempts
   */
  changePassword: { args: ChangePasswordArgs; reply: ChangePasswordReply };
  /**
   * Complete a multipart upload: `POST /storage/buckets/{name}/multipart-uploads/{upload_id}/complete`,
   * `storage:CreatePresignedUrl`.
   *
   * Assembles the object from the uploaded parts, all of which must be named. 400 if an ETag is not that of its part.
   * 409 wrong_state if a part is not uploaded, if any part but the last has less than 5 MiB, and unless the bucket is
   * active. 403 quota_exceeded beyond the bucket's quota. The body may have 1 MiB.
   *
   * @throws {SvcError} 403 quota_exceeded; 404 not_found; 409 wrong_state
   */
  completeMultipartUpload: { args: CompleteMultipartUploadArgs; reply: CompletedUpload };
  /**
   * Give an instance's disk the limit of its plan: `POST /compute/instances/{id}/convert-disk`, `compute:ConvertDisk`.
   *
   * Gives a stopped instance's disk the limit of its plan, where its host made it before it could; 200 with the task
   * `converting_disk`. Its files stay. Does nothing to a disk that has its limit. 409 unless it is stopped, and where
   * its host does not limit disks.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  convertDisk: { args: ConvertDiskArgs; reply: Instance };
  /**
   * Create an access key: `POST /auth/iam/users/{username}/access-keys`, `iam:CreateAccessKey`.
   *
   * Issues an access key. Only this reply contains its secret. 403 quota_exceeded if the user has two keys, and
   * email_not_verified until the account's owner has verified their address.
   *
   * @throws {SvcError} 403 email_not_verified, quota_exceeded; 404 not_found
   */
  createAccessKey: { args: CreateAccessKeyArgs; reply: NewAccessKey; dryRun: true };
  /**
   * Create an auto scaling group: `POST /compute/asg`, `compute:CreateAutoScalingGroup`.
   *
   * Creates an auto scaling group and then launches its members. 400 for sizes that contradict one another, 404 for a
   * resource that does not exist, 409 if its name is taken, 403 over quota, 402 on an empty wallet.
   *
   * @throws {SvcError} 402 insufficient_balance; 403 email_not_verified, quota_exceeded; 404 not_found; 409
   * already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  createAutoScalingGroup: { args: CreateAutoScalingGroupArgs; reply: Asg; dryRun: true };
  /**
   * Create a mandate for automatic top-ups: `POST /auth/billing/autopay`, `billing:CreateAutopay`.
   *
   * Creates a mandate for automatic top-ups of at most ₹15,000 with GST. Set it up next. 409 while there is another.
   *
   * @throws {SvcError} 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  createAutopay: { args: CreateAutopayArgs; reply: Mandate };
  /**
   * Create a bucket: `POST /storage/buckets`, `storage:CreateBucket`.
   *
   * Creates a bucket. 409 already_exists when an account has a bucket of this name, 403 quota_exceeded, 503 while
   * object storage does not answer.
   *
   * @throws {SvcError} 403 email_not_verified, quota_exceeded; 409 already_exists
   */
  createBucket: { args: CreateBucketArgs; reply: Bucket; dryRun: true };
  /**
   * Create a bucket key: `POST /storage/buckets/{name}/access-keys`, `storage:CreateBucketKey`.
   *
   * Issues an access key for a bucket. Only this reply contains its secret. 409 unless the bucket is active, 403
   * quota_exceeded above ten keys of one bucket.
   *
   * @throws {SvcError} 403 email_not_verified, quota_exceeded; 404 not_found; 409 already_exists, capacity_exhausted,
   * in_use, protected, wrong_state
   */
  createBucketKey: { args: CreateBucketKeyArgs; reply: NewBucketKey; dryRun: true };
  /**
   * Create a console ticket: `POST /compute/instances/{id}/console-ticket`, `compute:OpenConsole`.
   *
   * Creates a ticket that opens the instance's console once within 60 seconds. 409 wrong_state unless the instance is
   * running on a host that has consoles.
   *
   * @throws {SvcError} 403 email_not_verified; 404 not_found; 409 wrong_state
   */
  createConsoleTicket: { args: CreateConsoleTicketArgs; reply: ConsoleTicket };
  /**
   * Create a group: `POST /auth/iam/groups`, `iam:CreateGroup`.
   *
   * Creates a group; 409 already_exists for a name that exists in any case, 404 for an unknown policy, 403
   * quota_exceeded, and email_not_verified until the account's owner has verified their address.
   *
   * @throws {SvcError} 403 email_not_verified, quota_exceeded; 404 not_found; 409 already_exists
   */
  createGroup: { args: CreateGroupArgs; reply: Group; dryRun: true };
  /**
   * Create an image: `POST /compute/images`, `compute:CreateImage`.
   *
   * Creates an image of the account from a registry, an object or a snapshot; 201 while it is being created. 402, 403
   * over quota or without the right to read the object, 404 and 409 for the object's bucket and the snapshot, and 409
   * if no host keeps images.
   *
   * @throws {SvcError} 402 insufficient_balance; 403 email_not_verified, quota_exceeded; 404 not_found; 409
   * already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  createImage: { args: CreateImageArgs; reply: Image; dryRun: true };
  /**
   * Create a join token: `POST /platform/join-tokens`, `platform:ManageJoinTokens`.
   *
   * Creates a token with which one machine joins as a host. Only this reply contains its text, and the command to run
   * there.
   */
  createJoinToken: { args: CreateJoinTokenArgs; reply: NewJoinToken };
  /**
   * Create a load balancer: `POST /compute/load-balancers`, `compute:CreateLoadBalancer`.
   *
   * Creates a load balancer with a public address; 201 while it is provisioning. 400 for fields that contradict one
   * another, 402 on an empty wallet, 403 over quota, 404 for a resource that the account does not have, 409 if its name
   * is taken, two listeners share a port, or no host can serve it.
   *
   * @throws {SvcError} 402 insufficient_balance; 403 email_not_verified, quota_exceeded; 404 not_found; 409
   * already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  createLoadBalancer: { args: CreateLoadBalancerArgs; reply: LoadBalancer; dryRun: true };
  /**
   * Create a multipart upload: `POST /storage/buckets/{name}/multipart-uploads`, `storage:CreatePresignedUrl`.
   *
   * Begins an upload of one object in parts. Anyone can upload a part with a PUT to its URL until the URL expires. The
   * reply contains the URLs of the first 1,000 parts. A GET of the upload returns the next ones, and new ones after
   * these have expired. 409 unless the bucket is active.
   *
   * @throws {SvcError} 403 email_not_verified; 404 not_found; 409 already_exists, capacity_exhausted, in_use,
   * protected, wrong_state
   */
  createMultipartUpload: { args: CreateMultipartUploadArgs; reply: NewUpload };
  /**
   * Create a policy: `POST /auth/iam/policies`, `iam:CreatePolicy`.
   *
   * Creates a custom policy, which takes effect once it is attached. 400 with the path of every error in the document,
   * 409 already_exists for a name that exists in any case, 403 quota_exceeded, and email_not_verified until the
   * account's owner has verified their address.
   *
   * @throws {SvcError} 403 email_not_verified, quota_exceeded; 409 already_exists
   */
  createPolicy: { args: CreatePolicyArgs; reply: Policy; dryRun: true };
  /**
   * Create a presigned upload form: `POST /storage/buckets/{name}/presigned-posts`, `storage:CreatePresignedPost`.
   *
   * Creates a form with which a browser uploads one object, under one key or any key with a prefix. 409 unless the
   * bucket is active.
   *
   * @throws {SvcError} 403 email_not_verified; 404 not_found; 409 already_exists, capacity_exhausted, in_use,
   * protected, wrong_state
   */
  createPresignedPost: { args: CreatePresignedPostArgs; reply: PresignedPost };
  /**
   * Create a presigned URL: `POST /storage/buckets/{name}/presigned-urls`, `storage:CreatePresignedUrl`.
   *
   * Creates a URL with which anyone can perform one operation on one object until it expires. 409 unless the bucket is
   * active.
   *
   * @throws {SvcError} 403 email_not_verified; 404 not_found; 409 already_exists, capacity_exhausted, in_use,
   * protected, wrong_state
   */
  createPresignedUrl: { args: CreatePresignedUrlArgs; reply: PresignedUrl };
  /**
   * Create a snapshot: `POST /compute/instances/{id}/snapshots`, `compute:CreateSnapshot`.
   *
   * Creates a snapshot of an instance's disk; 201 while it is being created. 402, 403 over quota, 409 unless the
   * instance is running, stopped or in error with a disk, and while another operation holds it.
   *
   * @throws {SvcError} 402 insufficient_balance; 403 email_not_verified, quota_exceeded; 404 not_found; 409
   * already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  createSnapshot: { args: CreateSnapshotArgs; reply: Snapshot; dryRun: true };
  /**
   * Create a subscription: `POST /auth/billing/subscription`, `billing:CreateSubscription`.
   *
   * Subscribes the account to a monthly plan, which is paid at the checkout. 409 when it has a plan already, 503.
   *
   * @throws {SvcError} 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  createSubscription: { args: CreateSubscriptionArgs; reply: NewSubscription };
  /**
   * Create an order for a top-up: `POST /auth/billing/topup`, `billing:CreateTopup`.
   *
   * Creates an order at the payment gateway for a top-up of ₹100 to ₹5,00,000. GST of 18 % is added: CGST and SGST when
   * the place of supply is the supplier's state, otherwise IGST. 403 email_not_verified; 503 when the gateway does not
   * answer.
   *
   * @throws {SvcError} 403 email_not_verified
   */
  createTopup: { args: CreateTopupArgs; reply: Order };
  /**
   * Create a user: `POST /auth/iam/users`, `iam:CreateUser`.
   *
   * Creates an IAM user, who has console access only with a password. 400 names each rule that the password breaks, 409
   * already_exists for a username that exists in any case, 404 for an unknown group or policy, 403 quota_exceeded, and
   * email_not_verified until the account's owner has verified their address.
   *
   * @throws {SvcError} 403 email_not_verified, quota_exceeded; 404 not_found; 409 already_exists
   */
  createUser: { args: CreateUserArgs; reply: IamUser; dryRun: true };
  /**
   * Create a volume: `POST /compute/volumes`, `compute:CreateVolume`.
   *
   * Creates a volume, and attaches it if an instance is named; 201 while it is creating. 402, 403 over quota, 404 for
   * an instance that does not exist, 409 if its name is taken, or its instance or host cannot have it.
   *
   * @throws {SvcError} 402 insufficient_balance; 403 email_not_verified, quota_exceeded; 404 not_found; 409
   * already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  createVolume: { args: CreateVolumeArgs; reply: Volume; dryRun: true };
  /**
   * Create a VPC: `POST /compute/vpcs`, `compute:CreateVpc`.
   *
   * Creates a VPC, by default in a free /20. 409 already_exists if its block overlaps another VPC's or its name is
   * taken, 409 capacity_exhausted if no block is free, 403 quota_exceeded.
   *
   * @throws {SvcError} 403 email_not_verified, quota_exceeded; 409 already_exists, capacity_exhausted
   */
  createVpc: { args: CreateVpcArgs; reply: Vpc; dryRun: true };
  /**
   * Create a webhook: `POST /auth/webhooks`, `notifications:CreateWebhook`.
   *
   * Creates a webhook, to which the account's events are sent; only this reply shows the secret that signs them. A
   * delivery carries `X-Svc-Signature: t=<seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>" under the secret>`, and
   * `X-Svc-Event-Id`, which is the same at every attempt. Any response but a 2xx within 5 s is retried for a day. 403
   * quota_exceeded, and email_not_verified until the account's owner has verified their address.
   *
   * @throws {SvcError} 403 email_not_verified, quota_exceeded
   */
  createWebhook: { args: CreateWebhookArgs; reply: NewWebhook; dryRun: true };
  /**
   * Credit an account: `POST /platform/accounts/{id}/credit`, `platform:ManageAccounts`.
   *
   * Grants an account credit, as an entry in its wallet's history with the reason.
   *
   * @throws {SvcError} 404 not_found
   */
  creditAccount: { args: CreditAccountArgs; reply: Customer };
  /**
   * Delete an access key: `DELETE /auth/iam/users/{username}/access-keys/{id}`, `iam:DeleteAccessKey`.
   *
   * Deletes an access key; the key and its tokens are refused from the next request on.
   *
   * @throws {SvcError} 404 not_found
   */
  deleteAccessKey: { args: DeleteAccessKeyArgs; reply: DeleteAccessKeyReply; dryRun: true };
  /**
   * Delete an auto scaling group: `DELETE /compute/asg/{id}`, `compute:DeleteAutoScalingGroup`.
   *
   * Deletes an auto scaling group and terminates its members, unless `keep_instances` keeps them. 409 protected if a
   * member has termination protection.
   *
   * @throws {SvcError} 404 not_found; 409 protected
   */
  deleteAutoScalingGroup: { args: DeleteAutoScalingGroupArgs; reply: DeleteAutoScalingGroupReply; dryRun: true };
  /**
   * Delete an autoscale rule: `DELETE /compute/instances/{id}/autoscaling`, `compute:DeleteAutoscaleRule`.
   *
   * Deletes the autoscale rule of an instance. 404 if it has none, 409 while the rule has stopped the instance for a
   * change.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  deleteAutoscaleRule: { args: DeleteAutoscaleRuleArgs; reply: DeleteAutoscaleRuleReply; dryRun: true };
  /**
   * Delete a backup schedule: `DELETE /compute/instances/{id}/backup-schedule`, `compute:DeleteBackupSchedule`.
   *
   * Deletes an instance's backup schedule; its backups stay. 409 if the instance is terminating.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  deleteBackupSchedule: { args: DeleteBackupScheduleArgs; reply: DeleteBackupScheduleReply; dryRun: true };
  /**
   * Delete a bucket: `DELETE /storage/buckets/{name}`, `storage:DeleteBucket`.
   *
   * Deletes an empty bucket with its keys. 409 in_use when it holds objects, unless `force` is given: then its keys are
   * revoked, clients get NoSuchBucket, and it is emptied.
   *
   * @throws {SvcError} 404 not_found; 409 in_use
   */
  deleteBucket: { args: DeleteBucketArgs; reply: DeleteBucketReply; dryRun: true };
  /**
   * Remove the CORS rules of a bucket: `DELETE /storage/buckets/{name}/cors`, `storage:DeleteBucketCors`.
   *
   * Removes the CORS rules of a bucket. 409 unless the bucket is active.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  deleteBucketCors: { args: DeleteBucketCorsArgs; reply: DeleteBucketCorsReply; dryRun: true };
  /**
   * Delete a bucket key: `DELETE /storage/buckets/{name}/access-keys/{access_key_id}`, `storage:DeleteBucketKey`.
   *
   * Deletes an access key for a bucket; the key is refused from the next S3 request on.
   *
   * @throws {SvcError} 404 not_found
   */
  deleteBucketKey: { args: DeleteBucketKeyArgs; reply: DeleteBucketKeyReply; dryRun: true };
  /**
   * Remove the lifecycle rules of a bucket: `DELETE /storage/buckets/{name}/lifecycle`,
   * `storage:DeleteBucketLifecycle`.
   *
   * Removes the lifecycle rules of a bucket. 409 unless the bucket is active.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  deleteBucketLifecycle: { args: DeleteBucketLifecycleArgs; reply: DeleteBucketLifecycleReply; dryRun: true };
  /**
   * Remove the policy of a bucket: `DELETE /storage/buckets/{name}/policy`, `storage:DeleteBucketPolicy`.
   *
   * Removes the policy of a bucket. The account's root user can always remove it. 409 wrong_state if the engine has no
   * policies, and unless the bucket is active.
   *
   * @throws {SvcError} 404 not_found; 409 wrong_state
   */
  deleteBucketPolicy: { args: DeleteBucketPolicyArgs; reply: ShownPolicy; dryRun: true };
  /**
   * Delete a certificate: `DELETE /compute/certificates/{id}`, `compute:DeleteCertificate`.
   *
   * Deletes a certificate and its key. 409 in_use while a load balancer uses it.
   *
   * @throws {SvcError} 404 not_found; 409 in_use
   */
  deleteCertificate: { args: DeleteCertificateArgs; reply: DeleteCertificateReply; dryRun: true };
  /**
   * Delete a firewall rule: `DELETE /compute/instances/{id}/firewall/rules/{rule_id}`, `compute:DeleteFirewallRule`.
   *
   * Deletes a rule. Connections that it allowed continue; it allows no new ones. 404 also if the rule belongs to
   * another instance, 409 wrong_state if the instance is terminating.
   *
   * @throws {SvcError} 404 not_found; 409 wrong_state
   */
  deleteFirewallRule: { args: DeleteFirewallRuleArgs; reply: DeleteFirewallRuleReply; dryRun: true };
  /**
   * Delete a group: `DELETE /auth/iam/groups/{name}`, `iam:DeleteGroup`.
   *
   * Deletes a group with its memberships and attachments; the users stay.
   *
   * @throws {SvcError} 404 not_found
   */
  deleteGroup: { args: DeleteGroupArgs; reply: DeleteGroupReply; dryRun: true };
  /**
   * Delete a host: `DELETE /platform/hosts/{id}`, `platform:DeleteHost`.
   *
   * Removes a host. 409 in_use while it has machines; with `force` they count as lost with it.
   *
   * @throws {SvcError} 404 not_found; 409 in_use
   */
  deleteHost: { args: DeleteHostArgs; reply: DeleteHostReply; dryRun: true };
  /**
   * Delete an image: `DELETE /compute/images/{id}`, `compute:DeleteImage`.
   *
   * Deletes an own image; the creation of one that is not there yet ends. 409 in_use, naming them, while instances,
   * auto scaling groups or snapshots need it.
   *
   * @throws {SvcError} 404 not_found; 409 in_use
   */
  deleteImage: { args: DeleteImageArgs; reply: DeleteImageReply; dryRun: true };
  /**
   * Delete a snapshot of an instance: `DELETE /compute/instances/{id}/snapshots/{snap_id}`, `compute:DeleteSnapshot`.
   *
   * Deletes a snapshot of an instance. 404 also for a snapshot of another instance, 409 while it is being created or
   * restored.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  deleteInstanceSnapshot: { args: DeleteInstanceSnapshotArgs; reply: DeleteInstanceSnapshotReply; dryRun: true };
  /**
   * Delete a join token: `DELETE /platform/join-tokens/{id}`, `platform:ManageJoinTokens`.
   *
   * Revokes a join token that nobody has used.
   *
   * @throws {SvcError} 404 not_found
   */
  deleteJoinToken: { args: DeleteJoinTokenArgs; reply: DeleteJoinTokenReply; dryRun: true };
  /**
   * Delete a load balancer: `DELETE /compute/load-balancers/{id}`, `compute:DeleteLoadBalancer`.
   *
   * Deletes a load balancer. If it is already being deleted, the reply shows it unchanged. 409 in_use while an auto
   * scaling group uses it.
   *
   * @throws {SvcError} 404 not_found; 409 in_use
   */
  deleteLoadBalancer: { args: DeleteLoadBalancerArgs; reply: DeleteLoadBalancerReply; dryRun: true };
  /**
   * Delete a multipart upload: `DELETE /storage/buckets/{name}/multipart-uploads/{upload_id}`,
   * `storage:CreatePresignedUrl`.
   *
   * Ends an upload and deletes its parts. 409 unless the bucket is active.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  deleteMultipartUpload: { args: DeleteMultipartUploadArgs; reply: DeletedUpload; dryRun: true };
  /**
   * Delete a policy: `DELETE /auth/iam/policies/{id}`, `iam:DeletePolicy`.
   *
   * Deletes a custom policy. 409 in_use names its users and groups unless `detach` is given; 403 managed_policy.
   *
   * @throws {SvcError} 403 managed_policy; 404 not_found; 409 in_use
   */
  deletePolicy: { args: DeletePolicyArgs; reply: DeletePolicyReply; dryRun: true };
  /**
   * End a session: `DELETE /auth/sessions/{id}`.
   *
   * Ends one of the caller's sessions; 404 for an ended session and for a session of another user.
   *
   * @throws {SvcError} 404 not_found
   */
  deleteSession: { args: DeleteSessionArgs; reply: DeleteSessionReply; dryRun: true };
  /**
   * Delete a snapshot: `DELETE /compute/snapshots/{id}`, `compute:DeleteSnapshot`.
   *
   * Deletes a snapshot, even if its instance no longer exists. 409 while it is being created or restored.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  deleteSnapshot: { args: DeleteSnapshotArgs; reply: DeleteSnapshotReply; dryRun: true };
  /**
   * Delete an SSH key: `DELETE /compute/ssh-keys/{id}`, `compute:DeleteSshKey`.
   *
   * Deletes an SSH key. Machines that have it keep it.
   *
   * @throws {SvcError} 404 not_found
   */
  deleteSshKey: { args: DeleteSshKeyArgs; reply: DeleteSshKeyReply; dryRun: true };
  /**
   * Delete a user: `DELETE /auth/iam/users/{username}`, `iam:DeleteUser`.
   *
   * Deletes an IAM user with the user's access keys, memberships and attachments; the user's sessions and tokens end at
   * once. 409 protected if callers name themselves.
   *
   * @throws {SvcError} 404 not_found; 409 protected
   */
  deleteUser: { args: DeleteUserArgs; reply: DeletedUser; dryRun: true };
  /**
   * Delete a volume: `DELETE /compute/volumes/{vol_id}`, `compute:DeleteVolume`.
   *
   * Deletes a volume and its files. 409 in_use while it is attached.
   *
   * @throws {SvcError} 404 not_found; 409 in_use
   */
  deleteVolume: { args: DeleteVolumeArgs; reply: DeleteVolumeReply; dryRun: true };
  /**
   * Delete a VPC: `DELETE /compute/vpcs/{id}`, `compute:DeleteVpc`.
   *
   * Deletes a VPC. 409 protected for the account's default VPC, 409 in_use while instances are in it.
   *
   * @throws {SvcError} 404 not_found; 409 in_use, protected
   */
  deleteVpc: { args: DeleteVpcArgs; reply: DeleteVpcReply; dryRun: true };
  /**
   * Delete a webhook: `DELETE /auth/webhooks/{id}`, `notifications:DeleteWebhook`.
   *
   * Deletes a webhook; its pending deliveries are not sent.
   *
   * @throws {SvcError} 404 not_found
   */
  deleteWebhook: { args: DeleteWebhookArgs; reply: DeleteWebhookReply; dryRun: true };
  /**
   * Detach an elastic IP: `POST /compute/elastic-ips/{id}/detach`, `compute:DetachElasticIp`.
   *
   * Detaches an address from its instance, and ends its connections. 409 wrong_state if it is not attached.
   *
   * @throws {SvcError} 404 not_found; 409 wrong_state
   */
  detachElasticIp: { args: DetachElasticIpArgs; reply: ElasticIp; dryRun: true };
  /**
   * Detach a policy from a group: `DELETE /auth/iam/groups/{name}/policies/{policy_id}`, `iam:DetachGroupPolicy`.
   *
   * Detaches a policy from a group; 404 if it is not attached.
   *
   * @throws {SvcError} 404 not_found
   */
  detachGroupPolicy: { args: DetachGroupPolicyArgs; reply: GroupDetachment; dryRun: true };
  /**
   * Detach a policy from a user: `DELETE /auth/iam/users/{username}/policies/{policy_id}`, `iam:DetachUserPolicy`.
   *
   * Detaches a policy from a user; 404 if it is not attached.
   *
   * @throws {SvcError} 404 not_found
   */
  detachUserPolicy: { args: DetachUserPolicyArgs; reply: UserDetachment; dryRun: true };
  /**
   * Detach a volume: `POST /compute/volumes/{vol_id}/detach`, `compute:DetachVolume`.
   *
   * Detaches a volume from its instance; its files stay. 409 unless it is attached, and 409 with Retry-After if files
   * on it are open, unless `force` ends the programs that have them open.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  detachVolume: { args: DetachVolumeArgs; reply: Volume };
  /**
   * Disable one-time codes: `POST /auth/iam/me/mfa/disable`.
   *
   * Disables one-time codes with a code, a recovery code or the password; 400 if that is wrong, 409 if codes are not
   * enabled, 429.
   *
   * @throws {SvcError} 409 already_exists, capacity_exhausted, in_use, protected, wrong_state; 429 too_many_attempts
   */
  disableMfa: { args: DisableMfaArgs; reply: DisableMfaReply };
  /**
   * Drain a host: `POST /platform/hosts/{id}/drain`, `platform:UpdateHost`.
   *
   * Stops placing new machines on a host; existing ones keep running. 409 for a fenced host.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  drainHost: { args: DrainHostArgs; reply: Host };
  /**
   * Enable one-time codes: `POST /auth/iam/me/mfa/enable`.
   *
   * Enables one-time codes and returns ten recovery codes, shown once; 400 for a wrong code, 409 without a pending
   * setup, 410 code_expired if the setup has expired, 429.
   *
   * @throws {SvcError} 409 already_exists, capacity_exhausted, in_use, protected, wrong_state; 410 code_expired; 429
   * too_many_attempts
   */
  enableMfa: { args: EnableMfaArgs; reply: EnableMfaReply };
  /**
   * Exchange an access key for a token: `POST /auth/iam/exchange-credentials`.
   *
   * Issues a 15-minute access token for an access key, by its secret or a signature; 400 for both or neither, 401 for a
   * wrong secret or an inactive key.
   *
   * @throws {SvcError} 401 invalid_credentials
   */
  exchangeCredentials: { args: ExchangeCredentialsArgs; reply: AccessToken };
  /**
   * Fence a host: `POST /platform/hosts/{id}/fence`, `platform:UpdateHost`.
   *
   * Cuts a host off: every call of its agent is refused from now on, and no new machine is placed on it.
   *
   * @throws {SvcError} 404 not_found
   */
  fenceHost: { args: FenceHostArgs; reply: Host; dryRun: true };
  /**
   * Request a password reset: `POST /auth/forgot-password`.
   *
   * Mails a link for a new password if the address is registered; the reply does not reveal whether it is. 429 after
   * five.
   *
   * @throws {SvcError} 429 too_many_attempts
   */
  forgotPassword: { args: ForgotPasswordArgs; reply: ForgotPasswordReply };
  /**
   * Show an account: `GET /platform/accounts/{id}`, `platform:ManageAccounts`.
   *
   * Shows an account, with its wallet and its quotas.
   *
   * @throws {SvcError} 404 not_found
   */
  getAccount: { args: GetAccountArgs; reply: Customer };
  /**
   * Show an auto scaling group: `GET /compute/asg/{id}`, `compute:GetAutoScalingGroup`.
   *
   * Shows an auto scaling group with its members. 404 if the account does not have it.
   *
   * @throws {SvcError} 404 not_found
   */
  getAutoScalingGroup: { args: GetAutoScalingGroupArgs; reply: Asg };
  /**
   * Show the mandate for automatic top-ups: `GET /auth/billing/autopay`, `billing:GetAutopay`.
   *
   * Shows the account's mandate; `{status: "none"}` when it never had one.
   */
  getAutopay: { args: GetAutopayArgs; reply: GetAutopayReply };
  /**
   * Show an autoscale rule: `GET /compute/instances/{id}/autoscaling`, `compute:GetAutoscaleRule`.
   *
   * Shows the rule that resizes an instance automatically. 404 if it has none.
   *
   * @throws {SvcError} 404 not_found
   */
  getAutoscaleRule: { args: GetAutoscaleRuleArgs; reply: AutoscaleRule };
  /**
   * Show a backup schedule: `GET /compute/instances/{id}/backup-schedule`, `compute:GetBackupSchedule`.
   *
   * Shows an instance's backup schedule; one that was never set is disabled. 404 if the account does not have the
   * instance.
   *
   * @throws {SvcError} 404 not_found
   */
  getBackupSchedule: { args: GetBackupScheduleArgs; reply: BackupSchedule };
  /**
   * Show a bucket: `GET /storage/buckets/{name}`, `storage:GetBucket`.
   *
   * Shows a bucket with its settings and its usage.
   *
   * @throws {SvcError} 404 not_found
   */
  getBucket: { args: GetBucketArgs; reply: Bucket };
  /**
   * List the CORS rules of a bucket: `GET /storage/buckets/{name}/cors`, `storage:GetBucketCors`.
   *
   * Shows the CORS rules of a bucket, empty when none are set.
   *
   * @throws {SvcError} 404 not_found
   */
  getBucketCors: { args: GetBucketCorsArgs; reply: GetBucketCorsReply; item: CorsRule };
  /**
   * Show a bucket key: `GET /storage/buckets/{name}/access-keys/{access_key_id}`, `storage:GetBucketKey`.
   *
   * Shows an access key for a bucket, without its secret.
   *
   * @throws {SvcError} 404 not_found
   */
  getBucketKey: { args: GetBucketKeyArgs; reply: BucketKey };
  /**
   * List the lifecycle rules of a bucket: `GET /storage/buckets/{name}/lifecycle`, `storage:GetBucketLifecycle`.
   *
   * Shows the lifecycle rules of a bucket, empty when none are set.
   *
   * @throws {SvcError} 404 not_found
   */
  getBucketLifecycle: { args: GetBucketLifecycleArgs; reply: GetBucketLifecycleReply; item: LifecycleRule };
  /**
   * Show the policy of a bucket: `GET /storage/buckets/{name}/policy`, `storage:GetBucketPolicy`.
   *
   * Shows the policy of a bucket, or null if it has none. The account's root user can always see it. 409 wrong_state if
   * the engine has no policies, and unless the bucket is active.
   *
   * @throws {SvcError} 404 not_found; 409 wrong_state
   */
  getBucketPolicy: { args: GetBucketPolicyArgs; reply: ShownPolicy };
  /**
   * Show the usage of a bucket: `GET /storage/buckets/{name}/usage`, `storage:GetBucketUsage`.
   *
   * Shows what a bucket contains, and its requests and transferred bytes for each step; 400 for a period of more than
   * 31 days.
   *
   * @throws {SvcError} 404 not_found
   */
  getBucketUsage: { args: GetBucketUsageArgs; reply: BucketUsage };
  /**
   * Show the budget: `GET /auth/billing/budget`, `billing:GetBudget`.
   *
   * Shows the account's monthly budget, and how much of it is spent.
   */
  getBudget: { args: GetBudgetArgs; reply: Budget };
  /**
   * Show a certificate: `GET /compute/certificates/{id}`, `compute:GetCertificate`.
   *
   * Shows a certificate, without its key. 404 if the account does not have it.
   *
   * @throws {SvcError} 404 not_found
   */
  getCertificate: { args: GetCertificateArgs; reply: Certificate };
  /**
   * Show an instance's console log: `GET /compute/instances/{id}/console-log`, `compute:GetInstance`.
   *
   * Shows what an instance has written to its console since its last boot. With `after` and `Prefer: wait` it waits for
   * more. 409 if it has never booted.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  getConsoleLog: { args: GetConsoleLogArgs; reply: ConsoleLog };
  /**
   * Show an elastic IP: `GET /compute/elastic-ips/{id}`, `compute:GetElasticIp`.
   *
   * Shows an elastic IP and its instance. 404 if the account does not have it.
   *
   * @throws {SvcError} 404 not_found
   */
  getElasticIp: { args: GetElasticIpArgs; reply: ElasticIp };
  /**
   * Show a group: `GET /auth/iam/groups/{name}`, `iam:GetGroup`.
   *
   * Shows a group with its members; 404 if the account has no group of this name.
   *
   * @throws {SvcError} 404 not_found
   */
  getGroup: { args: GetGroupArgs; reply: Group };
  /**
   * Check whether a policy is attached to a group: `GET /auth/iam/groups/{name}/policies/{policy_id}`, `iam:GetGroup`.
   *
   * Confirms that a policy is attached to a group; 404 if it is not.
   *
   * @throws {SvcError} 404 not_found
   */
  getGroupPolicy: { args: GetGroupPolicyArgs; reply: GroupAttachment };
  /**
   * Show the health of the platform: `GET /healthz`.
   *
   * Shows the state of the services behind the API, and the capabilities of the compute hosts; 503 while a service does
   * not answer.
   */
  getHealth: { args: GetHealthArgs; reply: Health };
  /**
   * Show a host: `GET /platform/hosts/{id}`, `platform:GetHost`.
   *
   * Shows a host, with its machines.
   *
   * @throws {SvcError} 404 not_found
   */
  getHost: { args: GetHostArgs; reply: Host };
  /**
   * Show an image: `GET /compute/images/{id}`, `compute:ListImages`.
   *
   * Shows an image. 403 for an own image without compute:GetImage on it, 404 if neither the catalog, the live hosts nor
   * the account's images and snapshots have it.
   *
   * @throws {SvcError} 403 quota_exceeded; 404 not_found
   */
  getImage: { args: GetImageArgs; reply: Image };
  /**
   * Show an instance: `GET /compute/instances/{id}`, `compute:GetInstance`.
   *
   * Shows an instance. 404 if the account does not have it, or it was terminated over an hour ago.
   *
   * @throws {SvcError} 404 not_found
   */
  getInstance: { args: GetInstanceArgs; reply: Instance };
  /**
   * Show the metrics of an instance: `GET /compute/instances/{id}/metrics`, `compute:GetInstanceMetrics`.
   *
   * Shows an instance's CPU, memory, network and disk usage over a time range, in any status. 400 for a range with more
   * steps than a reply holds.
   *
   * @throws {SvcError} 404 not_found
   */
  getInstanceMetrics: { args: GetInstanceMetricsArgs; reply: Metrics };
  /**
   * Show a snapshot of an instance: `GET /compute/instances/{id}/snapshots/{snap_id}`, `compute:GetSnapshot`.
   *
   * Shows a snapshot of an instance. 404 also for a snapshot of another instance.
   *
   * @throws {SvcError} 404 not_found
   */
  getInstanceSnapshot: { args: GetInstanceSnapshotArgs; reply: Snapshot };
  /**
   * Show an instance type: `GET /compute/instance-types/{id}`, `compute:ListInstanceTypes`.
   *
   * Shows an instance type. 404 if the catalog does not have it.
   *
   * @throws {SvcError} 404 not_found
   */
  getInstanceType: { args: GetInstanceTypeArgs; reply: InstanceType };
  /**
   * Show an invite to its receiver: `GET /auth/team/invite/info`.
   *
   * Shows the public information of an invite to a caller with its token; 404 for an unknown or revoked one, 410
   * invite_expired.
   *
   * @throws {SvcError} 404 not_found; 410 invite_expired
   */
  getInviteInfo: { args: GetInviteInfoArgs; reply: InviteInfo };
  /**
   * Show an invoice: `GET /auth/billing/invoices/{id}`, `billing:GetInvoice`.
   *
   * Shows a tax invoice or credit note, with a link to its PDF that is valid for 15 minutes.
   *
   * @throws {SvcError} 404 not_found
   */
  getInvoice: { args: GetInvoiceArgs; reply: Invoice };
  /**
   * List the public keys of access tokens: `GET /auth/.well-known/jwks.json`.
   *
   * Lists the public keys that verify access tokens; needs no login.
   */
  getJwks: { args: GetJwksArgs; reply: Jwks };
  /**
   * Show a load balancer: `GET /compute/load-balancers/{id}`, `compute:GetLoadBalancer`.
   *
   * Shows a load balancer with the health of its backends. 404 if the account does not have it.
   *
   * @throws {SvcError} 404 not_found
   */
  getLoadBalancer: { args: GetLoadBalancerArgs; reply: LoadBalancer };
  /**
   * Show the caller's profile: `GET /auth/me`.
   *
   * Shows the profile of the caller: root user, member or IAM user.
   */
  getMe: { args: GetMeArgs; reply: Profile };
  /**
   * Show the caller's one-time codes: `GET /auth/iam/me/mfa`.
   *
   * Shows whether the caller uses one-time codes.
   */
  getMfa: { args: GetMfaArgs; reply: Mfa };
  /**
   * Show a multipart upload: `GET /storage/buckets/{name}/multipart-uploads/{upload_id}`, `storage:CreatePresignedUrl`.
   *
   * Shows which parts of an upload have arrived, and returns new URLs for the first 1,000 missing parts. 404 once the
   * upload is completed or deleted. 409 unless the bucket is active.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  getMultipartUpload: { args: GetMultipartUploadArgs; reply: Upload };
  /**
   * Show the OpenAPI document: `GET /openapi.json`.
   *
   * Returns the OpenAPI 3.1 document, which describes every deployed route.
   */
  getOpenapi: { args: GetOpenapiArgs; reply: GetOpenapiReply };
  /**
   * Show an order: `GET /auth/billing/orders/{id}`, `billing:GetOrder`.
   *
   * Shows a top-up order. An order that was not paid within 30 minutes is expired; a late payment is still credited.
   *
   * @throws {SvcError} 404 not_found
   */
  getOrder: { args: GetOrderArgs; reply: Order };
  /**
   * Show the password rules: `GET /auth/account/password-policy`, `iam:GetPasswordPolicy`.
   *
   * Shows the account's rules for the passwords of its IAM users.
   */
  getPasswordPolicy: { args: GetPasswordPolicyArgs; reply: PasswordPolicy };
  /**
   * Show a policy: `GET /auth/iam/policies/{id}`, `iam:GetPolicy`.
   *
   * Shows a policy with its document; 404 if the account has no policy of this id.
   *
   * @throws {SvcError} 404 not_found
   */
  getPolicy: { args: GetPolicyArgs; reply: Policy };
  /**
   * Show a snapshot: `GET /compute/snapshots/{id}`, `compute:GetSnapshot`.
   *
   * Shows a snapshot, even if its instance no longer exists. 404 if the account does not have it.
   *
   * @throws {SvcError} 404 not_found
   */
  getSnapshot: { args: GetSnapshotArgs; reply: Snapshot };
  /**
   * Show an SSH key: `GET /compute/ssh-keys/{id}`, `compute:GetSshKey`.
   *
   * Shows an SSH key. 404 if the account does not have it.
   *
   * @throws {SvcError} 404 not_found
   */
  getSshKey: { args: GetSshKeyArgs; reply: SshKey };
  /**
   * Show the plan: `GET /auth/billing/subscription`, `billing:GetSubscription`.
   *
   * Shows the account's plan: the free plan, or the plan of its subscription.
   */
  getSubscription: { args: GetSubscriptionArgs; reply: Subscription };
  /**
   * Show balance and spending: `GET /auth/billing`, `billing:GetSummary`.
   *
   * Shows the account's balance, its hourly cost, how long the balance lasts, and the spend by day, month and service;
   * `resource_id` adds the cost of up to 50 resources in this month.
   */
  getSummary: { args: GetSummaryArgs; reply: BillingSummary };
  /**
   * Show the tax profile: `GET /auth/billing/tax-profile`, `billing:GetTaxProfile`.
   *
   * Shows the recipient of the account's invoices. `place_of_supply` is the supplier's state until a state is set.
   */
  getTaxProfile: { args: GetTaxProfileArgs; reply: TaxProfile };
  /**
   * Show the usage of all buckets: `GET /storage/usage`, `storage:GetUsage`.
   *
   * Shows what the account's buckets contain, and the cost of storage in a period; 400 for more than 31 days.
   */
  getUsage: { args: GetUsageArgs; reply: StorageUsage };
  /**
   * Show a user: `GET /auth/iam/users/{username}`, `iam:GetUser`.
   *
   * Shows an IAM user; 404 if the account has no user of this name.
   *
   * @throws {SvcError} 404 not_found
   */
  getUser: { args: GetUserArgs; reply: IamUser };
  /**
   * Check whether a policy is attached to a user: `GET /auth/iam/users/{username}/policies/{policy_id}`, `iam:GetUser`.
   *
   * Confirms that a policy is attached to a user; 404 if it is not.
   *
   * @throws {SvcError} 404 not_found
   */
  getUserPolicy: { args: GetUserPolicyArgs; reply: UserAttachment };
  /**
   * Show a volume: `GET /compute/volumes/{vol_id}`, `compute:GetVolume`.
   *
   * Shows a volume. 404 if the account does not have it.
   *
   * @throws {SvcError} 404 not_found
   */
  getVolume: { args: GetVolumeArgs; reply: Volume };
  /**
   * Show a VPC: `GET /compute/vpcs/{id}`, `compute:GetVpc`.
   *
   * Shows a VPC, with its number of free addresses. 404 if the account does not have it.
   *
   * @throws {SvcError} 404 not_found
   */
  getVpc: { args: GetVpcArgs; reply: Vpc };
  /**
   * Show a webhook: `GET /auth/webhooks/{id}`, `notifications:GetWebhook`.
   *
   * Shows a webhook, with its latest deliveries.
   *
   * @throws {SvcError} 404 not_found
   */
  getWebhook: { args: GetWebhookArgs; reply: Webhook };
  /**
   * Log in as an IAM user: `POST /auth/iam-login`.
   *
   * Logs an IAM user in, or asks for a code or a new password; 401 is the same for every wrong login, 403 when blocked,
   * 429.
   *
   * @throws {SvcError} 401 invalid_credentials; 403 quota_exceeded; 429 too_many_attempts
   */
  iamLogin: { args: IamLoginArgs; reply: IamLoginReply };
  /**
   * Import a certificate: `POST /compute/certificates`, `compute:ImportCertificate`.
   *
   * Stores a certificate with its private key for https listeners; no reply shows the key. 400 if certificate and key
   * are not a pair, expired or weak, 409 already_exists if the name is taken, 403 quota_exceeded.
   *
   * @throws {SvcError} 403 email_not_verified, quota_exceeded; 409 already_exists
   */
  importCertificate: { args: ImportCertificateArgs; reply: Certificate; dryRun: true };
  /**
   * Import an image: `POST /platform/images/{id}/import`, `platform:ManageImages`.
   *
   * Has a host take an image of the catalog from a file. 403 without the right to read the object, 409 where something
   * is being done with the image there, or the host keeps no images.
   *
   * @throws {SvcError} 403 quota_exceeded; 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected,
   * wrong_state
   */
  importImage: { args: ImportImageArgs; reply: PlatformImage };
  /**
   * Import an SSH key: `POST /compute/ssh-keys`, `compute:ImportSshKey`.
   *
   * Stores a public key for launches. 409 already_exists if the account already has the key or the name, 403
   * quota_exceeded.
   *
   * @throws {SvcError} 403 email_not_verified, quota_exceeded; 409 already_exists
   */
  importSshKey: { args: ImportSshKeyArgs; reply: SshKey; dryRun: true };
  /**
   * Invite to the team: `POST /auth/team/invite`, `team:InviteMember`.
   *
   * Invites an address to the account, by mail; only this reply shows the token. 403 email_not_verified, or for a role
   * that allows more than the caller may do; 409 for a member or a pending invite; 403 quota_exceeded.
   *
   * @throws {SvcError} 403 email_not_verified, quota_exceeded; 409 already_exists, capacity_exhausted, in_use,
   * protected, wrong_state
   */
  inviteMember: { args: InviteMemberArgs; reply: NewInvite; dryRun: true };
  /**
   * Launch an instance: `POST /compute/instances`, `compute:LaunchInstance`.
   *
   * Launches an instance; 201 while it is provisioning. 400 if the catalog lacks the type or image, 402 on an empty
   * wallet, 403 over quota, 404 if the account lacks a resource that it names, 409 if no host has room or such a
   * resource is in use.
   *
   * @throws {SvcError} 402 insufficient_balance; 403 email_not_verified, quota_exceeded; 404 not_found; 409
   * already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  launchInstance: { args: LaunchInstanceArgs; reply: Instance; dryRun: true };
  /**
   * List access keys: `GET /auth/iam/users/{username}/access-keys`, `iam:ListAccessKeys`.
   *
   * Lists an IAM user's access keys, without their secrets.
   *
   * @throws {SvcError} 404 not_found
   */
  listAccessKeys: { args: ListAccessKeysArgs; reply: ListAccessKeysReply; item: AccessKey };
  /**
   * List accounts: `GET /platform/accounts`, `platform:ManageAccounts`.
   *
   * Lists all accounts. `q` matches part of the id, the name or the owner\'s address.
   */
  listAccounts: { args: ListAccountsArgs; reply: ListAccountsReply; item: Customer };
  /**
   * List activity: `GET /auth/activity`, `audit:ListActivity`.
   *
   * The changes of status and existence of everything in the account, oldest first, for 30 days: those after the event
   * `after`, or the newest `limit`, whose cursor continues with older ones. `type` takes event types, `*` and prefixes
   * such as `instance.*`. Prefer: wait holds an empty reply until something happens. Billing, IAM and team events need
   * billing:GetSummary, iam:ListUsers and team:ListMembers.
   */
  listActivity: { args: ListActivityArgs; reply: ListActivityReply; item: ActivityEvent };
  /**
   * List the audit log: `GET /auth/audit-logs`, `audit:ListLogs`.
   *
   * Lists the changes and attempted changes in the account, newest first; filters apply to the newest 200 entries.
   */
  listAuditLogs: { args: ListAuditLogsArgs; reply: ListAuditLogsReply; item: AuditLog };
  /**
   * List the activities of an auto scaling group: `GET /compute/asg/{id}/activities`, `compute:GetAutoScalingGroup`.
   *
   * Lists the activities of an auto scaling group and their reasons, newest first. They are kept for 30 days.
   *
   * @throws {SvcError} 404 not_found
   */
  listAutoScalingActivities: { args: ListAutoScalingActivitiesArgs; reply: ListAutoScalingActivitiesReply; item: Activity };
  /**
   * List auto scaling groups: `GET /compute/asg`, `compute:ListAutoScalingGroups`.
   *
   * Lists the account's auto scaling groups.
   */
  listAutoScalingGroups: { args: ListAutoScalingGroupsArgs; reply: ListAutoScalingGroupsReply; item: Asg };
  /**
   * List the access keys of a bucket: `GET /storage/buckets/{name}/access-keys`, `storage:ListBucketKeys`.
   *
   * Lists a bucket's access keys, without their secrets.
   *
   * @throws {SvcError} 404 not_found
   */
  listBucketKeys: { args: ListBucketKeysArgs; reply: ListBucketKeysReply; item: BucketKey };
  /**
   * List buckets: `GET /storage/buckets`, `storage:ListBuckets`.
   *
   * Lists the account's buckets with their usage; with `prefix` only those whose names begin with it.
   */
  listBuckets: { args: ListBucketsArgs; reply: ListBucketsReply; item: Bucket };
  /**
   * List certificates: `GET /compute/certificates`, `compute:ListCertificates`.
   *
   * Lists the account's certificates.
   */
  listCertificates: { args: ListCertificatesArgs; reply: ListCertificatesReply; item: Certificate };
  /**
   * List elastic IPs: `GET /compute/elastic-ips`, `compute:ListElasticIps`.
   *
   * Lists the account's elastic IPs.
   */
  listElasticIps: { args: ListElasticIpsArgs; reply: ListElasticIpsReply; item: ElasticIp };
  /**
   * List the S3 endpoints: `GET /storage/endpoints`, `storage:ListEndpoints`.
   *
   * Lists the S3 endpoint and what it supports.
   */
  listEndpoints: { args: ListEndpointsArgs; reply: ListEndpointsReply; item: StorageEndpoint };
  /**
   * List firewall rules: `GET /compute/instances/{id}/firewall`, `compute:ListFirewallRules`.
   *
   * Lists the firewall rules of an instance. They are stateful, allow traffic, and have no order. On its public_ip only
   * SSH is reachable, whatever the rules say. Other traffic from outside needs an elastic IP or a load balancer.
   *
   * @throws {SvcError} 404 not_found
   */
  listFirewallRules: { args: ListFirewallRulesArgs; reply: Firewall; item: FirewallRule };
  /**
   * List groups: `GET /auth/iam/groups`, `iam:ListGroups`.
   *
   * Lists the account's groups, with their members.
   */
  listGroups: { args: ListGroupsArgs; reply: ListGroupsReply; item: Group };
  /**
   * List host addresses: `GET /platform/hosts/{id}/addresses`, `platform:UpdateHost`.
   *
   * Lists the addresses from which a host serves elastic IPs and load balancers, and the resources on them.
   *
   * @throws {SvcError} 404 not_found
   */
  listHostAddresses: { args: ListHostAddressesArgs; reply: ListHostAddressesReply; item: PoolAddress };
  /**
   * List hosts: `GET /platform/hosts`, `platform:ListHosts`.
   *
   * Lists the hosts, with their free capacity and state.
   */
  listHosts: { args: ListHostsArgs; reply: ListHostsReply; item: Host };
  /**
   * List images: `GET /compute/images`, `compute:ListImages`.
   *
   * Lists all images, including the account's own and its snapshots. Each says whether a live host can boot it and, if
   * not, why.
   */
  listImages: { args: ListImagesArgs; reply: ListImagesReply; item: Image };
  /**
   * List the events of an instance: `GET /compute/instances/{id}/events`, `compute:GetInstance`.
   *
   * Lists the events of an instance, newest first, at most 200.
   *
   * @throws {SvcError} 404 not_found
   */
  listInstanceEvents: { args: ListInstanceEventsArgs; reply: ListInstanceEventsReply; item: InstanceEvent };
  /**
   * Show the metrics of several instances: `GET /compute/metrics`, `compute:GetInstanceMetrics`.
   *
   * Shows the usage of up to 50 instances over one time range, in the order in which they are named. 403 if the caller
   * may not read one of them, 404 if one does not exist, 400 for a range with more steps than a reply holds.
   *
   * @throws {SvcError} 403 quota_exceeded; 404 not_found
   */
  listInstanceMetrics: { args: ListInstanceMetricsArgs; reply: ListInstanceMetricsReply; item: Metrics };
  /**
   * List the snapshots of an instance: `GET /compute/instances/{id}/snapshots`, `compute:ListSnapshots`.
   *
   * Lists an instance's snapshots. 404 if the account does not have the instance.
   *
   * @throws {SvcError} 404 not_found
   */
  listInstanceSnapshots: { args: ListInstanceSnapshotsArgs; reply: ListInstanceSnapshotsReply; item: Snapshot };
  /**
   * List instance types: `GET /compute/instance-types`, `compute:ListInstanceTypes`.
   *
   * Lists the instance types with their prices.
   */
  listInstanceTypes: { args: ListInstanceTypesArgs; reply: ListInstanceTypesReply; item: InstanceType };
  /**
   * List instances: `GET /compute/instances`, `compute:ListInstances`.
   *
   * Lists the account's instances, without terminated ones unless `status` asks for them.
   */
  listInstances: { args: ListInstancesArgs; reply: ListInstancesReply; item: Instance };
  /**
   * List invites: `GET /auth/team/invites`, `team:ListInvites`.
   *
   * Lists the account's pending invites; sort by name sorts by address.
   */
  listInvites: { args: ListInvitesArgs; reply: ListInvitesReply; item: Invite };
  /**
   * List invoices: `GET /auth/billing/invoices`, `billing:ListInvoices`.
   *
   * Lists tax invoices and credit notes, newest first. `financial_year` is April to March in IST; `from` and `to` are
   * both inclusive.
   */
  listInvoices: { args: ListInvoicesArgs; reply: ListInvoicesReply; item: Invoice };
  /**
   * List join tokens: `GET /platform/join-tokens`, `platform:ManageJoinTokens`.
   *
   * Lists the tokens with which hosts can still join.
   */
  listJoinTokens: { args: ListJoinTokensArgs; reply: ListJoinTokensReply; item: JoinToken };
  /**
   * List ledger differences: `GET /platform/ledger-differences`, `platform:Audit`.
   *
   * Lists the differences that reconciliation found in the ledgers of accounts.
   */
  listLedgerDifferences: { args: ListLedgerDifferencesArgs; reply: ListLedgerDifferencesReply; item: LedgerDifference };
  /**
   * List the backends of a load balancer: `GET /compute/load-balancers/{id}/backends`, `compute:GetLoadBalancer`.
   *
   * Lists the backends of a load balancer with their health, including draining ones. 404 if the account does not have
   * the load balancer.
   *
   * @throws {SvcError} 404 not_found
   */
  listLoadBalancerBackends: { args: ListLoadBalancerBackendsArgs; reply: ListLoadBalancerBackendsReply; item: Backend };
  /**
   * List load balancers: `GET /compute/load-balancers`, `compute:ListLoadBalancers`.
   *
   * Lists the account's load balancers.
   */
  listLoadBalancers: { args: ListLoadBalancersArgs; reply: ListLoadBalancersReply; item: LoadBalancer };
  /**
   * List members: `GET /auth/team/members`, `team:ListMembers`.
   *
   * Lists the account's members, including the owner; sort by name sorts by address.
   */
  listMembers: { args: ListMembersArgs; reply: ListMembersReply; item: Member };
  /**
   * List objects: `GET /storage/buckets/{name}/objects`, `storage:ListObjects`.
   *
   * Lists a bucket's objects by their keys; with a delimiter, keys are grouped as `common_prefixes`.
   *
   * @throws {SvcError} 404 not_found
   */
  listObjects: { args: ListObjectsArgs; reply: ListObjectsReply; item: ListedObject };
  /**
   * List operations: `GET /platform/operations`, `platform:Audit`.
   *
   * Lists the workflows that are past their deadline, the longest overdue first.
   */
  listOperations: { args: ListOperationsArgs; reply: ListOperationsReply; item: Operation };
  /**
   * List platform audit logs: `GET /platform/audit-logs`, `platform:Audit`.
   *
   * Lists a month of the platform's own log: what operators changed or tried to change, and refusals that belong to no
   * account.
   */
  listPlatformAuditLogs: { args: ListPlatformAuditLogsArgs; reply: ListPlatformAuditLogsReply; item: PlatformAuditLog };
  /**
   * List platform images: `GET /platform/images`, `platform:ManageImages`.
   *
   * Lists the copies that hosts have, or can have, of the images of the catalog.
   */
  listPlatformImages: { args: ListPlatformImagesArgs; reply: ListPlatformImagesReply; item: PlatformImage };
  /**
   * List policies: `GET /auth/iam/policies`, `iam:ListPolicies`.
   *
   * Lists the account's policies, managed and custom.
   */
  listPolicies: { args: ListPoliciesArgs; reply: ListPoliciesReply; item: Policy };
  /**
   * List prices: `GET /compute/prices`.
   *
   * Lists the prices of all resources, in whole rupees a month and in paise an hour, before GST.
   */
  listPrices: { args: ListPricesArgs; reply: ListPricesReply; item: Price };
  /**
   * List quotas: `GET /compute/quotas`, `compute:ListQuotas`.
   *
   * Lists the limits of the account, and how much of each is used.
   */
  listQuotas: { args: ListQuotasArgs; reply: ListQuotasReply; item: Quota };
  /**
   * List sessions: `GET /auth/sessions`.
   *
   * Lists the caller's open sessions, newest first; 403 for a caller with an access key.
   *
   * @throws {SvcError} 403 quota_exceeded
   */
  listSessions: { args: ListSessionsArgs; reply: ListSessionsReply; item: Session };
  /**
   * List snapshots: `GET /compute/snapshots`, `compute:ListSnapshots`.
   *
   * Lists the account's snapshots, including those of terminated instances.
   */
  listSnapshots: { args: ListSnapshotsArgs; reply: ListSnapshotsReply; item: Snapshot };
  /**
   * List SSH keys: `GET /compute/ssh-keys`, `compute:ListSshKeys`.
   *
   * Lists the account's SSH keys.
   */
  listSshKeys: { args: ListSshKeysArgs; reply: ListSshKeysReply; item: SshKey };
  /**
   * List transactions: `GET /auth/billing/transactions`, `billing:ListTransactions`.
   *
   * Lists the wallet's credits, newest first; `include` adds debits for usage. `from` and `to` are times, or days in
   * IST, both inclusive.
   */
  listTransactions: { args: ListTransactionsArgs; reply: ListTransactionsReply; item: Transaction };
  /**
   * List users: `GET /auth/iam/users`, `iam:ListUsers`.
   *
   * Lists the account's IAM users.
   */
  listUsers: { args: ListUsersArgs; reply: ListUsersReply; item: IamUser };
  /**
   * List volumes: `GET /compute/volumes`, `compute:ListVolumes`.
   *
   * Lists the account's volumes.
   */
  listVolumes: { args: ListVolumesArgs; reply: ListVolumesReply; item: Volume };
  /**
   * List VPCs: `GET /compute/vpcs`, `compute:ListVpcs`.
   *
   * Lists the account's VPCs.
   */
  listVpcs: { args: ListVpcsArgs; reply: ListVpcsReply; item: Vpc };
  /**
   * List the last deliveries of a webhook: `GET /auth/webhooks/{id}/deliveries`, `notifications:ListWebhookDeliveries`.
   *
   * Lists the latest 20 deliveries to a webhook; sort by name sorts by time.
   *
   * @throws {SvcError} 404 not_found
   */
  listWebhookDeliveries: { args: ListWebhookDeliveriesArgs; reply: ListWebhookDeliveriesReply; item: Delivery };
  /**
   * List webhooks: `GET /auth/webhooks`, `notifications:ListWebhooks`.
   *
   * Lists the account's webhooks, each with its latest deliveries; sort by name sorts by URL.
   */
  listWebhooks: { args: ListWebhooksArgs; reply: ListWebhooksReply; item: Webhook };
  /**
   * Log in: `POST /auth/login`.
   *
   * Logs in, or asks for a one-time code; 401 is the same for an unknown address and a wrong password, 403 when
   * blocked, 429 after five failures.
   *
   * @throws {SvcError} 401 invalid_credentials; 403 quota_exceeded; 429 too_many_attempts
   */
  login: { args: LoginArgs; reply: LoginReply };
  /**
   * Log out: `POST /auth/logout`.
   *
   * Ends this session, or with `all` every session of the user, and clears the cookies.
   */
  logout: { args: LogoutArgs; reply: LogoutReply };
  /**
   * Pull an image: `POST /platform/images/{id}/pull`, `platform:ManageImages`.
   *
   * Has a host pull an image of the catalog from its registry, in place of a copy of its own system. 409 where
   * something is being done with the image there, or the host keeps no images.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  pullImage: { args: PullImageArgs; reply: PlatformImage };
  /**
   * Set an autoscale rule: `PUT /compute/instances/{id}/autoscaling`, `compute:PutAutoscaleRule`.
   *
   * Sets the rule that resizes an instance automatically. 400 for an invalid range of types and for one without the
   * instance's own type, 409 for a member of a group and for an instance that is terminating.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  putAutoscaleRule: { args: PutAutoscaleRuleArgs; reply: AutoscaleRule; dryRun: true };
  /**
   * Set a backup schedule: `PUT /compute/instances/{id}/backup-schedule`, `compute:PutBackupSchedule`.
   *
   * Sets when an instance is backed up, and how many backups are kept. 400 for an invalid cron expression and for one
   * that runs more than hourly, 409 if the instance is terminating.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  putBackupSchedule: { args: PutBackupScheduleArgs; reply: BackupSchedule; dryRun: true };
  /**
   * Set the CORS rules of a bucket: `PUT /storage/buckets/{name}/cors`, `storage:PutBucketCors`.
   *
   * Replaces the CORS rules of a bucket; they apply as soon as it replies. 409 unless the bucket is active.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  putBucketCors: { args: PutBucketCorsArgs; reply: PutBucketCorsReply; dryRun: true };
  /**
   * Set the lifecycle rules of a bucket: `PUT /storage/buckets/{name}/lifecycle`, `storage:PutBucketLifecycle`.
   *
   * Replaces the lifecycle rules of a bucket; they apply as soon as it replies. 409 unless the bucket is active.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  putBucketLifecycle: { args: PutBucketLifecycleArgs; reply: PutBucketLifecycleReply; dryRun: true };
  /**
   * Set the policy of a bucket: `PUT /storage/buckets/{name}/policy`, `storage:PutBucketPolicy`.
   *
   * Replaces the policy of a bucket; it applies as soon as the request is answered. The account's root user can always
   * replace it. 409 wrong_state if the engine has no policies, and unless the bucket is active.
   *
   * @throws {SvcError} 404 not_found; 409 wrong_state
   */
  putBucketPolicy: { args: PutBucketPolicyArgs; reply: ShownPolicy; dryRun: true };
  /**
   * Set the budget: `PUT /auth/billing/budget`, `billing:PutBudget`.
   *
   * Sets the account's budget: alerts by mail and webhook. With `block_new`, an exhausted budget also refuses new
   * spending; scheduled backups and replacements of a group's members continue.
   */
  putBudget: { args: PutBudgetArgs; reply: Budget; dryRun: true };
  /**
   * Reboot an instance: `POST /compute/instances/{id}/reboot`, `compute:RebootInstance`.
   *
   * Reboots a running instance. 409 unless it is running.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  rebootInstance: { args: RebootInstanceArgs; reply: Instance };
  /**
   * Receive an event of the payment gateway: `POST /auth/billing/webhooks/{gateway}`.
   *
   * Receives an event of the payment gateway, signed over the bytes of the body in X-Razorpay-Signature. Events may
   * arrive in any order, and repeatedly. 401 invalid_signature where the signature is not the gateway's.
   *
   * @throws {SvcError} 404 not_found
   */
  receiveGatewayWebhook: { args: ReceiveGatewayWebhookArgs; reply: ReceiveGatewayWebhookReply };
  /**
   * Send the event of a delivery again: `POST /auth/webhooks/{id}/deliveries/{delivery_id}/redeliver`,
   * `notifications:RedeliverWebhook`.
   *
   * Sends the event of a delivery to its webhook again at once, and returns the new delivery. Bodies are kept for 30
   * days.
   *
   * @throws {SvcError} 404 not_found
   */
  redeliverWebhook: { args: RedeliverWebhookArgs; reply: Delivery };
  /**
   * Refresh tokens: `POST /auth/refresh`.
   *
   * Returns a new pair of tokens for a refresh token, which is in the body or else in the cookie; 401 unless it is the
   * current one of its session.
   *
   * @throws {SvcError} 401 invalid_credentials
   */
  refresh: { args: RefreshArgs; reply: RefreshReply };
  /**
   * Replace all members of an auto scaling group: `POST /compute/asg/{id}/refresh`, `compute:UpdateAutoScalingGroup`.
   *
   * Replaces every member of an auto scaling group with a new one, one at a time. 409 while the group is being deleted.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  refreshAutoScalingGroup: { args: RefreshAutoScalingGroupArgs; reply: Asg };
  /**
   * Sign up: `POST /auth/register`.
   *
   * Signs up and logs in; 400 names each rule that the password breaks, 409 for an address that is registered.
   *
   * @throws {SvcError} 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  register: { args: RegisterArgs; reply: Tokens };
  /**
   * Release an elastic IP: `DELETE /compute/elastic-ips/{id}`, `compute:ReleaseElasticIp`.
   *
   * Releases an address to the pool, which does not reassign it for a minute. 409 in_use while it is attached.
   *
   * @throws {SvcError} 404 not_found; 409 in_use
   */
  releaseElasticIp: { args: ReleaseElasticIpArgs; reply: ReleaseElasticIpReply; dryRun: true };
  /**
   * Remove a host address: `DELETE /platform/hosts/{id}/addresses/{address}`, `platform:UpdateHost`.
   *
   * Withholds an address of a host's pool from customers. 409 in_use while a resource has it.
   *
   * @throws {SvcError} 404 not_found; 409 in_use
   */
  removeHostAddress: { args: RemoveHostAddressArgs; reply: RemoveHostAddressReply; dryRun: true };
  /**
   * Remove an image: `DELETE /platform/images/{id}`, `platform:ManageImages`.
   *
   * Removes a pulled or imported image of the catalog from a host. 409 in_use, naming them, while instances or
   * snapshots there need it, and 409 where the host has none.
   *
   * @throws {SvcError} 404 not_found; 409 in_use
   */
  removeImage: { args: RemoveImageArgs; reply: PlatformImage; dryRun: true };
  /**
   * Remove a backend from a load balancer: `DELETE /compute/load-balancers/{id}/backends/{instance_id}`,
   * `compute:RemoveLoadBalancerBackend`.
   *
   * Removes a backend; its open connections have 30 seconds to end. 404 if the instance is not a backend, 409 in_use if
   * an auto scaling group manages it.
   *
   * @throws {SvcError} 404 not_found; 409 in_use
   */
  removeLoadBalancerBackend: { args: RemoveLoadBalancerBackendArgs; reply: DrainingBackend; dryRun: true };
  /**
   * Remove a member from the team: `DELETE /auth/team/members/{id}`, `team:RemoveMember`.
   *
   * Removes a member, whose access ends with the next request; 403 for the owner.
   *
   * @throws {SvcError} 403 quota_exceeded; 404 not_found
   */
  removeMember: { args: RemoveMemberArgs; reply: RemoveMemberReply; dryRun: true };
  /**
   * Remove a user from a group: `DELETE /auth/iam/groups/{name}/members/{username}`, `iam:RemoveUserFromGroup`.
   *
   * Ends a membership; 404 if the user is not a member.
   *
   * @throws {SvcError} 404 not_found
   */
  removeUserFromGroup: { args: RemoveUserFromGroupArgs; reply: EndedMembership; dryRun: true };
  /**
   * Replace all firewall rules of an instance: `PUT /compute/instances/{id}/firewall`, `compute:ReplaceFirewallRules`.
   *
   * Replaces all rules of an instance at once, including its default ones. A rule for the same traffic as before keeps
   * its id. 409 wrong_state if the instance is terminating, and for outbound rules if its host cannot enforce them.
   *
   * @throws {SvcError} 404 not_found; 409 wrong_state
   */
  replaceFirewallRules: { args: ReplaceFirewallRulesArgs; reply: Firewall; dryRun: true };
  /**
   * Mail a new verification code: `POST /auth/resend-verification`.
   *
   * Mails a new code, which replaces the previous one; 409 wrong_state if the address is verified, 429
   * too_many_attempts within 60 seconds.
   *
   * @throws {SvcError} 409 wrong_state; 429 too_many_attempts
   */
  resendVerification: { args: ResendVerificationArgs; reply: ResendVerificationReply };
  /**
   * Reset the password: `POST /auth/reset-password`.
   *
   * Sets a new password with a mailed token, and ends every session. The first reset of an address that was never
   * verified also verifies it, and revokes every earlier session, key, one-time code, password of an IAM user, webhook
   * and invite. 400 names each rule that the password breaks, 403 account_blocked, 410 reset_token_expired.
   *
   * @throws {SvcError} 410 reset_token_expired
   */
  resetPassword: { args: ResetPasswordArgs; reply: ResetPasswordReply };
  /**
   * Resize an instance: `POST /compute/instances/{id}/resize`, `compute:ResizeInstance`.
   *
   * Changes the type of a stopped instance; its next start uses it. With `keep_disk` only CPU and RAM change and the
   * disk keeps its size, so that the instance can return to the earlier type. 400 for an unknown type, and for one with
   * a smaller disk without `keep_disk`; 409 unless it is stopped and its host has room; 403 beyond the vCPUs of the
   * account; 402 on an empty wallet.
   *
   * @throws {SvcError} 402 insufficient_balance; 403 email_not_verified, quota_exceeded; 404 not_found; 409
   * already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  resizeInstance: { args: ResizeInstanceArgs; reply: Instance; dryRun: true };
  /**
   * Resolve a ledger difference: `POST /platform/ledger-differences/{id}/resolve`, `platform:Audit`.
   *
   * Records how a difference was resolved; it corrects nothing. A difference that is found again is reopened.
   *
   * @throws {SvcError} 404 not_found
   */
  resolveLedgerDifference: { args: ResolveLedgerDifferenceArgs; reply: LedgerDifference };
  /**
   * Restore a snapshot: `POST /compute/instances/{id}/snapshots/{snap_id}/restore`, `compute:RestoreSnapshot`.
   *
   * Restores an instance's disk from one of its snapshots; 200 while it is restoring. 402 if it starts a stopped
   * instance, 404 also for a snapshot of another instance, 409 unless the snapshot is available and the instance
   * running, stopped or in error.
   *
   * @throws {SvcError} 402 insufficient_balance; 403 email_not_verified; 404 not_found; 409 already_exists,
   * capacity_exhausted, in_use, protected, wrong_state
   */
  restoreSnapshot: { args: RestoreSnapshotArgs; reply: Instance; dryRun: true };
  /**
   * Resume a host: `POST /platform/hosts/{id}/resume`, `platform:UpdateHost`.
   *
   * Ends a drain or a fence: calls of its agent are accepted, and new machines are placed on it.
   *
   * @throws {SvcError} 404 not_found
   */
  resumeHost: { args: ResumeHostArgs; reply: Host };
  /**
   * Revoke an invite: `DELETE /auth/team/invites/{id}`, `team:RevokeInvite`.
   *
   * Revokes an invite; 409 wrong_state if it is no longer pending.
   *
   * @throws {SvcError} 404 not_found; 409 wrong_state
   */
  revokeInvite: { args: RevokeInviteArgs; reply: RevokeInviteReply; dryRun: true };
  /**
   * Rotate a bucket key: `POST /storage/buckets/{name}/access-keys/{access_key_id}/rotate`, `storage:RotateBucketKey`.
   *
   * Issues an access key that replaces another; the old key expires after `grace_seconds`. Only this reply contains the
   * new secret. 409 wrong_state for a key that was rotated before or has expired.
   *
   * @throws {SvcError} 403 email_not_verified; 404 not_found; 409 wrong_state
   */
  rotateBucketKey: { args: RotateBucketKeyArgs; reply: NewBucketKey };
  /**
   * Set account quotas: `POST /platform/accounts/{id}/quotas`, `platform:ManageAccounts`.
   *
   * Sets the limits of an account, from its next request on. The account keeps resources above a limit.
   *
   * @throws {SvcError} 404 not_found
   */
  setAccountQuotas: { args: SetAccountQuotasArgs; reply: Customer };
  /**
   * Set the new password of a login: `POST /auth/iam-login/set-password`.
   *
   * Sets the new password that an IAM user's login asked for, and continues the login; 400 for broken rules, 410 for an
   * expired token.
   */
  setIamLoginPassword: { args: SetIamLoginPasswordArgs; reply: SetIamLoginPasswordReply };
  /**
   * Authorise automatic top-ups: `POST /auth/billing/autopay/setup`, `billing:CreateAutopay`.
   *
   * Prepares the authorisation of a mandate at the gateway, within 30 minutes. 404 if there is none, 409 unless it is
   * new, 503.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  setupAutopay: { args: SetupAutopayArgs; reply: Authorization };
  /**
   * Set up one-time codes: `POST /auth/iam/me/mfa/setup`.
   *
   * Starts the setup of one-time codes: returns a seed for an authenticator app, valid for ten minutes; 409 if codes
   * are enabled.
   *
   * @throws {SvcError} 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  setupMfa: { args: SetupMfaArgs; reply: MfaSetup };
  /**
   * Simulate the policies of a user: `POST /auth/iam/simulate`, `iam:SimulatePolicy`.
   *
   * Shows what a user's policies decide on each action and resource; changes nothing. 404 for an unknown user.
   *
   * @throws {SvcError} 404 not_found
   */
  simulatePolicy: { args: SimulatePolicyArgs; reply: Simulation };
  /**
   * Start an instance: `POST /compute/instances/{id}/start`, `compute:StartInstance`.
   *
   * Starts a stopped instance. 402 on an empty wallet or a suspended account, 409 unless it is stopped.
   *
   * @throws {SvcError} 402 insufficient_balance; 403 email_not_verified; 404 not_found; 409 already_exists,
   * capacity_exhausted, in_use, protected, wrong_state
   */
  startInstance: { args: StartInstanceArgs; reply: Instance; dryRun: true };
  /**
   * Stop an instance: `POST /compute/instances/{id}/stop`, `compute:StopInstance`.
   *
   * Shuts an instance down, and cuts its power after `timeout_seconds`. 409 unless it is running.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  stopInstance: { args: StopInstanceArgs; reply: Instance; dryRun: true };
  /**
   * Switch to another account: `POST /auth/switch-account`.
   *
   * Starts a new session in a team that the caller belongs to, or in the caller's own account; 403 account_blocked, 404
   * for any other account.
   *
   * @throws {SvcError} 404 not_found
   */
  switchAccount: { args: SwitchAccountArgs; reply: Tokens };
  /**
   * Terminate an instance: `DELETE /compute/instances/{id}`, `compute:TerminateInstance`.
   *
   * Terminates an instance in any status. Its volumes and snapshots stay unless their deletion is requested. 409 while
   * it has termination protection.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  terminateInstance: { args: TerminateInstanceArgs; reply: Instance; dryRun: true };
  /**
   * Send a webhook a test event: `POST /auth/webhooks/{id}/test`, `notifications:TestWebhook`.
   *
   * Sends a webhook an event of type `webhook.test` at once, and returns the delivery.
   *
   * @throws {SvcError} 403 email_not_verified; 404 not_found
   */
  testWebhook: { args: TestWebhookArgs; reply: Delivery };
  /**
   * Unblock an account: `POST /platform/accounts/{id}/unblock`, `platform:ManageAccounts`.
   *
   * Ends a block. Earlier sessions stay ended; access keys work again.
   *
   * @throws {SvcError} 404 not_found
   */
  unblockAccount: { args: UnblockAccountArgs; reply: Customer };
  /**
   * Update an access key: `PATCH /auth/iam/users/{username}/access-keys/{id}`, `iam:UpdateAccessKey`.
   *
   * Activates or deactivates an access key, or changes its description. An inactive key is refused from the next
   * request on.
   *
   * @throws {SvcError} 404 not_found
   */
  updateAccessKey: { args: UpdateAccessKeyArgs; reply: AccessKey; dryRun: true };
  /**
   * Rename the account: `PATCH /auth/account`.
   *
   * Renames the account; 403 unless the caller is its root user, an owner or an admin.
   *
   * @throws {SvcError} 403 quota_exceeded
   */
  updateAccount: { args: UpdateAccountArgs; reply: UpdateAccountReply };
  /**
   * Update an auto scaling group: `PATCH /compute/asg/{id}`, `compute:UpdateAutoScalingGroup`.
   *
   * Changes an auto scaling group. A new size applies at once; settings of the template apply to new members only; null
   * clears a setting. A group in error tries again. 400, 404 and 409 as for a creation; 409 while it is being deleted;
   * 403 quota_exceeded if it grows beyond a quota or the budget; 402 if the wallet cannot pay the first hour of the new
   * members.
   *
   * @throws {SvcError} 402 insufficient_balance; 403 email_not_verified, quota_exceeded; 404 not_found; 409
   * already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  updateAutoScalingGroup: { args: UpdateAutoScalingGroupArgs; reply: Asg; dryRun: true };
  /**
   * Change automatic top-ups: `PATCH /auth/billing/autopay`, `billing:UpdateAutopay`.
   *
   * Changes a mandate's threshold or amount, or pauses it. 404 if there is none, 409 if it has ended.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  updateAutopay: { args: UpdateAutopayArgs; reply: Mandate };
  /**
   * Update a bucket: `PATCH /storage/buckets/{name}`, `storage:UpdateBucket`.
   *
   * Changes a bucket's settings, which apply as soon as it replies. A null quota removes the limit. 409 unless the
   * bucket is active.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  updateBucket: { args: UpdateBucketArgs; reply: Bucket; dryRun: true };
  /**
   * Update a bucket key: `PATCH /storage/buckets/{name}/access-keys/{access_key_id}`, `storage:UpdateBucketKey`.
   *
   * Changes an access key's name, status or permission, from the next S3 request on.
   *
   * @throws {SvcError} 404 not_found
   */
  updateBucketKey: { args: UpdateBucketKeyArgs; reply: BucketKey; dryRun: true };
  /**
   * Update a certificate: `PATCH /compute/certificates/{id}`, `compute:UpdateCertificate`.
   *
   * Changes the name or tags of a certificate; to change the certificate itself, import another. 409 already_exists if
   * another certificate of the account has the name.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists
   */
  updateCertificate: { args: UpdateCertificateArgs; reply: Certificate; dryRun: true };
  /**
   * Update an elastic IP: `PATCH /compute/elastic-ips/{id}`, `compute:UpdateElasticIp`.
   *
   * Changes the name or tags of an elastic IP; null removes the name.
   *
   * @throws {SvcError} 404 not_found
   */
  updateElasticIp: { args: UpdateElasticIpArgs; reply: ElasticIp; dryRun: true };
  /**
   * Update a host: `PATCH /platform/hosts/{id}`, `platform:UpdateHost`.
   *
   * Changes the name of a host, and how much of its capacity machines may use.
   *
   * @throws {SvcError} 404 not_found
   */
  updateHost: { args: UpdateHostArgs; reply: Host };
  /**
   * Update an image: `PATCH /compute/images/{id}`, `compute:UpdateImage`.
   *
   * Changes the name or tags of an own image. 409 while it is being deleted.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  updateImage: { args: UpdateImageArgs; reply: Image; dryRun: true };
  /**
   * Update an instance: `PATCH /compute/instances/{id}`, `compute:UpdateInstance`.
   *
   * Changes an instance's name, tags, termination protection or remaining lifetime; null clears `ttl_hours`. 409 if it
   * is terminating.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  updateInstance: { args: UpdateInstanceArgs; reply: Instance; dryRun: true };
  /**
   * Replace the SSH keys of an instance: `PUT /compute/instances/{id}/ssh-keys`, `compute:UpdateInstanceSshKeys`.
   *
   * Replaces the SSH keys of an instance, also while it is running. 404 for an unknown key, 409 unless it is running or
   * stopped.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  updateInstanceSshKeys: { args: UpdateInstanceSshKeysArgs; reply: Instance; dryRun: true };
  /**
   * Update a load balancer: `PATCH /compute/load-balancers/{id}`, `compute:UpdateLoadBalancer`.
   *
   * Changes a load balancer without interruption; it is updating until its host has applied the change. 409
   * already_exists for a taken name or two listeners on one port, 409 wrong_state while it is being deleted, 404 for a
   * certificate that the account does not have.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, wrong_state
   */
  updateLoadBalancer: { args: UpdateLoadBalancerArgs; reply: LoadBalancer; dryRun: true };
  /**
   * Update a member: `PATCH /auth/team/members/{id}`, `team:UpdateMember`.
   *
   * Changes a member's role; 403 for the owner, and for a role that allows more than the caller may do.
   *
   * @throws {SvcError} 403 quota_exceeded; 404 not_found
   */
  updateMember: { args: UpdateMemberArgs; reply: Member };
  /**
   * Replace the password rules: `PUT /auth/account/password-policy`, `iam:UpdatePasswordPolicy`.
   *
   * Replaces the rules for passwords that are set from now on; an omitted rule returns to its default.
   */
  updatePasswordPolicy: { args: UpdatePasswordPolicyArgs; reply: PasswordPolicy; dryRun: true };
  /**
   * Update a policy: `PUT /auth/iam/policies/{id}`, `iam:UpdatePolicy`.
   *
   * Replaces a custom policy's document and description, from the next request on; 403 managed_policy.
   *
   * @throws {SvcError} 403 managed_policy; 404 not_found
   */
  updatePolicy: { args: UpdatePolicyArgs; reply: Policy; dryRun: true };
  /**
   * Update a snapshot: `PATCH /compute/snapshots/{id}`, `compute:UpdateSnapshot`.
   *
   * Changes the name or tags of a snapshot, even if its instance no longer exists. 409 while it is being deleted.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  updateSnapshot: { args: UpdateSnapshotArgs; reply: Snapshot; dryRun: true };
  /**
   * Update an SSH key: `PATCH /compute/ssh-keys/{id}`, `compute:UpdateSshKey`.
   *
   * Changes the name or tags of an SSH key. 409 already_exists if another key of the account has the name.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists
   */
  updateSshKey: { args: UpdateSshKeyArgs; reply: SshKey; dryRun: true };
  /**
   * Change the tax profile: `PATCH /auth/billing/tax-profile`, `billing:UpdateTaxProfile`.
   *
   * Changes the recipient of future invoices. A GSTIN sets its state. 400 for a GSTIN with a wrong check digit, and for
   * a state that differs from the GSTIN's.
   */
  updateTaxProfile: { args: UpdateTaxProfileArgs; reply: TaxProfile };
  /**
   * Update a user: `PATCH /auth/iam/users/{username}`, `iam:UpdateUser`.
   *
   * Changes the description or tags of an IAM user; null clears the description.
   *
   * @throws {SvcError} 404 not_found
   */
  updateUser: { args: UpdateUserArgs; reply: IamUser; dryRun: true };
  /**
   * Change the password of an IAM user: `PATCH /auth/iam/users/{username}/password`, `iam:UpdateUserPassword`.
   *
   * Sets, generates or removes an IAM user's console password. 400 names each rule that the password breaks. With
   * current_password, users change their own if the account allows it: 401 invalid_credentials if it is wrong, 429
   * after five.
   *
   * @throws {SvcError} 401 invalid_credentials; 404 not_found; 429 too_many_attempts
   */
  updateUserPassword: { args: UpdateUserPasswordArgs; reply: PasswordState };
  /**
   * Update a volume: `PATCH /compute/volumes/{vol_id}`, `compute:UpdateVolume`.
   *
   * Changes a volume's name, tags or size; it has the new size once its `task` is done. 400 if it would shrink, 402,
   * 403 over quota, 409 for a new name while it is attached, if another volume has the name, and while another
   * operation holds it.
   *
   * @throws {SvcError} 402 insufficient_balance; 403 email_not_verified, quota_exceeded; 404 not_found; 409
   * already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  updateVolume: { args: UpdateVolumeArgs; reply: Volume; dryRun: true };
  /**
   * Update a VPC: `PATCH /compute/vpcs/{id}`, `compute:UpdateVpc`.
   *
   * Changes a VPC's name, description or tags; null clears the description. 409 already_exists if another VPC of the
   * account has the name.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists
   */
  updateVpc: { args: UpdateVpcArgs; reply: Vpc; dryRun: true };
  /**
   * Update a webhook: `PATCH /auth/webhooks/{id}`, `notifications:UpdateWebhook`.
   *
   * Changes a webhook's URL, description, event types or status; `active` enables one that failures disabled. To set a
   * new URL or new types, the caller needs the rights to read the data of the types.
   *
   * @throws {SvcError} 404 not_found
   */
  updateWebhook: { args: UpdateWebhookArgs; reply: Webhook; dryRun: true };
  /**
   * Verify an e-mail address: `POST /auth/verify-email`.
   *
   * Verifies the caller's address, or the one in the body, with the mailed code; 400 for a wrong code, 401 without
   * login and address, 409 when verified, 410 code_expired, 429.
   *
   * @throws {SvcError} 401 invalid_credentials; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state;
   * 410 code_expired; 429 too_many_attempts
   */
  verifyEmail: { args: VerifyEmailArgs; reply: VerifyEmailReply };
  /**
   * Finish an IAM user's login with a code: `POST /auth/iam-login/verify`.
   *
   * Finishes an IAM user's login with a one-time or recovery code; 401 for a wrong code, 410 for an expired or used
   * token, 429.
   *
   * @throws {SvcError} 401 invalid_credentials; 429 too_many_attempts
   */
  verifyIamLogin: { args: VerifyIamLoginArgs; reply: IamTokens };
  /**
   * Verify the payment of an order: `POST /auth/billing/orders/{id}/verify`, `billing:CreateTopup`.
   *
   * Credits a paid order at once, with the payment id and the signature from the checkout; a webhook of the gateway may
   * already have done so. 400 for a signature that is not the gateway's, 409 for a payment that failed or has another
   * amount.
   *
   * @throws {SvcError} 404 not_found; 409 already_exists, capacity_exhausted, in_use, protected, wrong_state
   */
  verifyOrder: { args: VerifyOrderArgs; reply: Order };
  /**
   * Finish a login with a code: `POST /auth/2fa/login-verify`.
   *
   * Finishes a login with a one-time or recovery code; 401 for a wrong code, 410 for an expired or used token, 429.
   *
   * @throws {SvcError} 401 invalid_credentials; 429 too_many_attempts
   */
  verifyTwoFactor: { args: VerifyTwoFactorArgs; reply: Tokens };
}
