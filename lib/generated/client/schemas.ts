// Made from lib/generated/openapi.json by `npm run openapi`; it is not edited.

export interface AccessKey {
  /** The access key's id: `SVC` and 17 of A-Z 2-7. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The access key's id again. */
  access_key_id: string;
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
  /** A description of its purpose; null if there is none. */
  description: string | null;
  /** Whether requests with the key are served. */
  status: 'active' | 'inactive';
  /** When it was last used, in UTC; null for never. */
  last_used_at: string | null;
}

export interface AccessToken {
  /** The access token, for `Authorization: Bearer`. */
  access_token: string;
  /** How the access token is sent. */
  token_type: 'Bearer';
  /** Seconds until the access token expires. */
  expires_in: number;
}

export interface Activity {
  /** The event's id: `evt-` and 26 characters that sort by the time of creation. */
  id: string;
  /** When it began, in UTC. */
  at: string;
  /** Why the number of members changed. */
  reason: 'config_change' | 'scale_out' | 'scale_in' | 'replace_unhealthy' | 'failed';
  /** The number of members before. */
  from: number;
  /** The desired number of members. */
  to: number;
  /** Its progress. */
  status: 'in_progress' | 'successful' | 'failed' | 'cancelled';
  /** What happened, for people. */
  message: string;
}

export interface ActivityEvent {
  /** The id of the event; ids of later events sort after it. */
  id: string;
  /** When it happened, in UTC. */
  at: string;
  /** What happened. */
  type:
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
    | 'webhook.enabled';
  /** The SRN of what it happened to. */
  resource: string;
  /** Its name; null if it has none. */
  name: string | null;
  /** Its status after the event; null if it has none or no longer exists. */
  status: string | null;
  /** Who did it: an e-mail address, a username, or `system` for the platform itself. */
  actor: string;
  /** The X-Request-Id of the request that did it; null for what the platform did on its own. */
  request_id: string | null;
  /** The event in words. */
  message: string;
}

export interface Asg {
  /** The auto scaling group's id: `asg-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The name, unique in the account. */
  name: string;
  /** Whether the group is at its size (`active`), on the way there, failing to get there, or being deleted. */
  status: 'active' | 'scaling' | 'error' | 'deleting';
  /** The reason for the status, for people; null if there is none. */
  status_reason: string | null;
  /** What the caller may do with the group now. */
  allowed_actions: ('update' | 'delete' | 'refresh')[];
  /** The instance type of new members. */
  instance_type_id: string;
  /** The image or snapshot of new members. */
  image_id: string;
  /** The SSH key of new members; null for none. */
  ssh_key_id: string | null;
  /** The VPC of the members. */
  vpc_id: string;
  /** The script of a member's first boot; null for none. */
  user_data: string | null;
  /** Whether new members run the program of their image. */
  run_entrypoint: boolean;
  /** The firewall rules of new members; null where they have the two default rules. */
  firewall_rules: TemplateRule[] | null;
  /** The load balancer whose backends the members are; null for none. */
  load_balancer_id: string | null;
  /** The port at which the load balancer reaches members; null for each listener's target port. */
  backend_port: number | null;
  /** The minimum number of members. */
  min_size: number;
  /** The maximum number of members. */
  max_size: number;
  /** The number of members that the group keeps now. */
  desired_capacity: number;
  /** How the group follows a metric; null if its size is set by hand. */
  scaling_policy: ScalingPolicy | null;
  /** How the health of members is decided. */
  health_check: AsgHealthCheck;
  /** Tags: at most 20 keys, each with a value. */
  tags: Record<string, string>;
  /** The members. */
  instances: ({
    /** The instance. */
    instance_id: string;
    /** Whether the member is starting, in service or being terminated. */
    lifecycle_state: 'pending' | 'in_service' | 'terminating';
    /** The health of the member; `unknown` while it does not count. */
    health: 'healthy' | 'unhealthy' | 'unknown';
  })[];
  /** The number of members that are starting or in service. */
  current_size: number;
  /** The last change of the number of members; null if there was none. */
  last_activity: Activity | null;
}

export interface AsgHealthCheck {
  /** What decides on a member's health: the machine alone, or the load balancer as well. */
  type: 'instance' | 'load_balancer';
  /** The number of seconds after a member's launch during which its health does not count. */
  grace_period_seconds: number;
}

export interface AuditLog {
  /** The log's id: `log-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** When the request was answered, in UTC. */
  at: string;
  /** Who made the request. */
  actor: {
    /** The account's root user, a member of its team, or an IAM user. */
    type: 'root' | 'member' | 'iam';
    /** The id of the user. */
    id: string;
    /** The user's e-mail address, or username. */
    name: string;
    /** The access key that signed the request; null for a login. */
    access_key_id: string | null;
  };
  /** The service that the request was for. */
  service: string;
  /** The method of the request. */
  method: string;
  /** The path of the request; that of a dry run ends in `?dry_run=true`. */
  path: string;
  /** The action that policies name. */
  action: string;
  /** The resource that policies name. */
  resource: string;
  /** The HTTP status of the reply. */
  status: number;
  /** The reply's X-Request-Id. */
  request_id: string;
  /** The address that the request came from; for a request from inside a machine, its private address. */
  source_ip: string;
  /** The instance from inside which the request came; null for a client outside. */
  source_instance: string | null;
  /** The User-Agent of the request. */
  user_agent: string;
  /** Whether the reply repeated an earlier one. */
  idempotency_replayed: boolean;
  /** The SRN of the resource that the request created; null otherwise. */
  created_resource: string | null;
}

export interface Authorization {
  /** States that the customer has not authorised the mandate yet. */
  status: 'pending_authorization';
  /** How the customer authorises it. */
  authorization: {
    /** A page on which the customer authorises it; null if this happens in the checkout. */
    url: string | null;
    /** The data for the gateway's checkout. */
    gateway_token: string;
    /** The time until which it can be authorised, in UTC. */
    expires_at: string;
  };
}

export interface AutoscaleDecision {
  /** When it was created, in UTC. */
  at: string;
  /** The type before. */
  from: string;
  /** The type that was chosen; equal to `from` if the instance could not be resized. */
  to: string;
  /** Why, for people. */
  reason: string;
}

export interface AutoscaleRule {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  instance_id: string;
  /** Whether the rule is on. */
  enabled: boolean;
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
  /** Seconds over which the mean is taken. */
  evaluation_seconds: number;
  /** Seconds between two changes. */
  cooldown_seconds: number;
  /** Whether the rule resizes the instance, which restarts it, or only records what it would do. */
  mode: 'apply' | 'recommend';
  /**
   * When changes are allowed: in the minutes that a cron expression matches, in Indian time; `* 2-4 * * *` is from
   * 02:00 to 04:59. Null for always.
   */
  window: string | null;
  /** The last decision; null where there was none. */
  last_decision: AutoscaleDecision | null;
}

export interface Backend {
  /** The instance. */
  instance_id: string;
  /** The port that is served; null for each listener's target port. */
  port: number | null;
  /** The share of connections among the backends. */
  weight: number;
  /** The health of the backend. */
  health: 'initial' | 'healthy' | 'unhealthy' | 'unused' | 'draining';
  /** Why it is not healthy; null where it is. */
  health_reason: string | null;
  /** When it was last checked, in UTC; null before. */
  last_checked_at: string | null;
  /** When its open connections are closed, in UTC; null unless it is draining. */
  draining_until: string | null;
}

export interface BackupRun {
  /** When it began, in UTC. */
  at: string;
  /** `running` until its snapshot is available. */
  status: 'running' | 'succeeded' | 'failed';
  /** The snapshot that it took; null where it took none. */
  snapshot_id: string | null;
  /** Why it failed; null where it did not. */
  error: string | null;
}

export interface BackupSchedule {
  /** The instance that is backed up. */
  instance_id: string;
  /** Whether the instance is backed up. */
  enabled: boolean;
  /** When it is backed up, as a cron text of five fields; null until it is set. */
  cron: string | null;
  /** The time zone of the cron expression, by its name in the IANA database. */
  timezone: string;
  /** How many backups are kept; older ones are deleted. */
  retention_count: number;
  /** When the next backup begins, in UTC; null where none is due. */
  next_run_at: string | null;
  /** The last backup; null where there was none. */
  last_run: BackupRun | null;
}

export interface BillingSummary {
  /** The currency of the amounts: Indian rupees. */
  currency: 'INR';
  /** The balance of the wallet, in paise; negative if usage exceeded it. */
  balance_paise: number;
  /** How much of the balance is promotional credit, in paise. */
  credit_paise: number;
  /** The account's spending in this calendar month (IST), in paise before GST. */
  month_to_date_paise: number;
  /** The projected cost of the whole month at the current rate, in paise. */
  projected_month_paise: number;
  /** The current cost of the account's resources, in paise an hour. */
  burn_rate_paise_per_hour: number;
  /** The number of hours until the balance is used up at the current rate; null if no resource is charged. */
  runway_hours: number | null;
  /** What each of the last months cost. */
  history: ({
    /** The calendar month in IST. */
    month: string;
    /** What the month cost, in paise. */
    spend_paise: number;
  })[];
  /** What each of the last days cost. */
  daily: ({
    /** The day in IST. */
    date: string;
    /** What the day cost, in paise. */
    spend_paise: number;
    /** What each service cost on this day, in paise. */
    by_service: {
      /** What instances cost, in paise before GST. */
      instances: number;
      /** What volumes cost, in paise before GST. */
      volumes: number;
      /** What snapshots cost, in paise before GST. */
      snapshots: number;
      /** What images cost, in paise before GST. */
      images: number;
      /** What elastic ips cost, in paise before GST. */
      elastic_ips: number;
      /** What load balancers cost, in paise before GST. */
      load_balancers: number;
      /** What object storage cost, in paise before GST. */
      object_storage: number;
    };
  })[];
  /** What each service cost in this month, in paise. */
  by_service: {
    /** What instances cost, in paise before GST. */
    instances: number;
    /** What volumes cost, in paise before GST. */
    volumes: number;
    /** What snapshots cost, in paise before GST. */
    snapshots: number;
    /** What images cost, in paise before GST. */
    images: number;
    /** What elastic ips cost, in paise before GST. */
    elastic_ips: number;
    /** What load balancers cost, in paise before GST. */
    load_balancers: number;
    /** What object storage cost, in paise before GST. */
    object_storage: number;
  };
  /** Whether the balance is so low that its owner is warned. */
  low_balance: boolean;
  /** The cost of each resource of the account that `resource_id` names and that is charged, in that order. */
  resources: ({
    /** The id that `resource_id` names. */
    id: string;
    /** What 730 hours cost at its current price, in paise. */
    price_paise_per_month: number;
    /** Its cost in this calendar month (IST) up to now, in paise. */
    month_to_date_paise: number;
  })[];
}

export interface Bucket {
  /** The bucket's name again. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The bucket's name. */
  name: string;
  /** The region. */
  region: 'in-mum';
  /** The state of the bucket. */
  status: 'creating' | 'active' | 'deleting' | 'failed';
  /** The reason for the status, for people; null if there is none. */
  status_reason: string | null;
  /** What the caller may do with the bucket now. */
  allowed_actions: ('update' | 'delete')[];
  /** Whether objects can be read without credentials. */
  acl: 'private' | 'public-read';
  /** Whether noncurrent versions of objects are kept. */
  versioning: 'disabled' | 'enabled' | 'suspended';
  /** The bucket's address. */
  s3_url: string;
  /** The limits of the bucket; null for none. */
  quota: {
    /** The maximum size, in bytes; null for no limit. */
    max_size_bytes: number | null;
    /** The maximum number of objects; null for no limit. */
    max_objects: number | null;
  } | null;
  /** What the bucket holds. */
  usage: {
    /** The size of all objects, in bytes. */
    size_bytes: number;
    /** The number of objects. */
    objects: number;
    /** When it was measured, in UTC. */
    measured_at: string;
  };
  /** Tags: at most 20 keys, each with a value. */
  tags: Record<string, string>;
}

export interface BucketKey {
  /** The access key's id. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The access key's id again. */
  access_key_id: string;
  /** The key's name. */
  name: string;
  /** The bucket that it opens. */
  bucket: string;
  /** What the key may do with objects. */
  permission: 'read' | 'write' | 'readwrite';
  /** The only prefix of keys that it opens; null for all objects. */
  prefix: string | null;
  /** Whether requests with the key are served. */
  status: 'active' | 'inactive';
  /** When it expires, in UTC; null for never. */
  expires_at: string | null;
  /** When it was last used, in UTC; null for never. */
  last_used_at: string | null;
}

export interface BucketUsage {
  /** The bucket's name. */
  bucket: string;
  /** The beginning of the period, in UTC. */
  from: string;
  /** The end of the period, in UTC. */
  to: string;
  /** Seconds of one step of the series. */
  step_seconds: number;
  /** What the bucket holds, in bytes. */
  size_bytes: number;
  /** The number of objects that it holds. */
  objects: number;
  /** The size of noncurrent versions, in bytes. */
  versions_bytes: number;
  /** The size of parts of unfinished uploads, in bytes. */
  multipart_bytes: number;
  /** The number of requests in the period, by kind. */
  requests: {
    /** Requests that read an object. */
    get: number;
    /** Requests that wrote an object. */
    put: number;
    /** Requests that listed objects. */
    list: number;
    /** Requests that deleted an object. */
    delete: number;
  };
  /** Bytes that were read in the period. */
  egress_bytes: number;
  /** Bytes that were written in the period. */
  ingress_bytes: number;
  /** When it was measured, in UTC. */
  measured_at: string;
  /** One row for each step. */
  series: ({
    /** The beginning of the step, in UTC. */
    at: string;
    /** What the bucket held, in bytes; null where it was not measured. */
    stored_bytes: number | null;
    /** The number of objects; null where they were not counted. */
    objects: number | null;
    /** The number of requests in the step, by kind. */
    requests: {
      /** Requests that read an object. */
      get: number;
      /** Requests that wrote an object. */
      put: number;
      /** Requests that listed objects. */
      list: number;
      /** Requests that deleted an object. */
      delete: number;
    };
    /** Bytes that were read in the step. */
    egress_bytes: number;
    /** Bytes that were written in the step. */
    ingress_bytes: number;
  })[];
}

export interface Budget {
  /** The limit of a calendar month (IST), in paise; null where none is set. */
  monthly_limit_paise: number | null;
  /** The percentages of the limit at which the owner is notified. */
  alert_percents: number[];
  /** What happens at the limit: `notify` notifies the owner, `block_new` also refuses new spending. */
  action: 'notify' | 'block_new';
  /** What the account spent in this month, in paise. */
  month_to_date_paise: number;
  /** The currency of the amounts: Indian rupees. */
  currency: 'INR';
  /** When the budget was last set, in UTC; null where it never was. */
  updated_at: string | null;
}

export interface Certificate {
  /** The certificate's id: `cert-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The name, unique in the account. */
  name: string;
  /** SHA-256 of the certificate, as `openssl x509 -fingerprint -sha256` shows it. */
  fingerprint: string;
  /** The time from which it is valid, in UTC. */
  not_before: string;
  /** When it expires, in UTC. */
  not_after: string;
  /** The names and addresses that it is for, in lower case; the first label of a name may be *. */
  domains: string[];
  /** Tags: at most 20 keys, each with a value. */
  tags: Record<string, string>;
}

export interface CodeNeeded {
  /** States that a one-time code is needed. */
  requires_2fa: true;
  /** The token of the unfinished login. */
  pending_token: string;
  /** Seconds until the token expires. */
  expires_in: number;
}

export interface CompletedUpload {
  /** The object's key. */
  key: string;
  /** The object's ETag, without quotes. For an object uploaded in parts it is not the MD5 of its bytes. */
  etag: string;
}

export interface ConsoleLog {
  /** The instance. */
  instance_id: string;
  /**
   * What its init, boot scripts, services and user data wrote since its last boot, as the machine wrote it: show
   * control characters as text. Of the log's last 256 KiB, at most 1000 lines.
   */
  lines: string[];
  /** The value of `after` for the lines that follow these. */
  next: string;
  /** Whether earlier lines are missing: not asked for, or no longer kept. */
  truncated: boolean;
}

export interface ConsoleTicket {
  /** The ticket, which opens one console. */
  ticket: string;
  /** The address of the WebSocket, with the ticket. */
  url: string;
  /** When the ticket expires, in UTC. */
  expires_at: string;
}

export interface CorsRule {
  /** A name for the rule; null for none. */
  id: string | null;
  /** The origins of the pages that may call; each may have one `*`. */
  allowed_origins: string[];
  /** The methods that pages may use. */
  allowed_methods: ('GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD')[];
  /** The request headers that pages may set; each may have one `*`. */
  allowed_headers: string[];
  /** The response headers that pages may read. */
  expose_headers: string[];
  /** Seconds for which a browser keeps the answer; null for the browser's default. */
  max_age_seconds: number | null;
}

export interface Customer {
  /** The account's id: 12 decimal digits. */
  id: string;
  /** The name of the account. */
  name: string;
  /** The owner's address. */
  email: string | null;
  /** Whether the owner's address is verified. */
  email_verified: boolean;
  /** `suspended` for lack of money; `blocked` by operators. */
  status: 'active' | 'suspended' | 'blocked';
  /** Why it is blocked; null otherwise. */
  status_reason: string | null;
  /** Whether the account runs this platform. */
  operator: boolean;
  /** The balance of the wallet, in paise. */
  balance_paise: number;
  /** The part of the balance that is not held, in paise. */
  available_paise: number;
  /** The currency of the amounts: Indian rupees. */
  currency: 'INR';
  /** What it has. */
  counts: {
    /** How many instances it has. */
    instances: number;
    /** How many volumes it has. */
    volumes: number;
    /** How many buckets it has. */
    buckets: number;
    /** How many elastic IPs it has. */
    elastic_ips: number;
  };
  /** Its limits and how much of them it uses; null in lists. */
  quotas: Quota[] | null;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
}

export interface DeletedUpload {
  /** The upload's id. It is not the id that S3 has for the upload. */
  upload_id: string;
  /** States that it is deleted. */
  deleted: true;
}

export interface DeletedUser {
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
  /** States that it is deleted. */
  deleted: true;
  /** The number of access keys that were deleted as well. */
  deleted_access_keys: number;
  /** The number of policies that were detached. */
  detached_policies: number;
}

export interface Delivery {
  /** The id of the delivery. */
  id: string;
  /** The id of the event, which is the same at every attempt. */
  event_id: string;
  /** The type of the event. */
  event_type:
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
    | 'webhook.enabled'
    | 'webhook.test';
  /** The number of the attempt, counted from 1. */
  attempt: number;
  /** When it was created, in UTC. */
  at: string;
  /** Whether the response was a 2xx. */
  status: 'succeeded' | 'failed';
  /** The HTTP status of the response; null where there was none. */
  response_status: number | null;
  /** Why there was no response; null where there was one. */
  error: string | null;
  /** How long it took, in milliseconds. */
  duration_ms: number;
  /** When the next attempt is due, in UTC; null where there is none. */
  next_attempt_at: string | null;
}

export interface DocumentShape {
  /** The version of the policy language. */
  Version: '2026-11-01';
  /** The statements, in any order. */
  Statement: ({
    /** A name for the statement, unique in the document. */
    Sid?: string;
    /** Whether it allows or denies. A Deny overrides every Allow. */
    Effect: 'Allow' | 'Deny';
    /** The actions, with `*` and `?` as wildcards. */
    Action: string | string[];
    /** The SRNs of the resources, with `*` and `?` as wildcards. */
    Resource: string | string[];
    /** The conditions under which it applies: operators, each with condition keys and their values. All must be met. */
    Condition?: Record<string, Record<string, string | number | boolean | (string | number | boolean)[]>>;
  })[];
}

export interface DrainingBackend {
  /** The instance. */
  instance_id: string;
  /** States that it gets no new connections. */
  health: 'draining';
  /** When its open connections are closed, in UTC. */
  draining_until: string;
}

export interface DryRun {
  /** States that nothing was changed. */
  dry_run: true;
  /** What the request would do, for people. */
  would: string;
  /** The change in the account's hourly cost, in paise before GST; negative if the cost falls. */
  price_delta_paise_per_hour: number;
  /** The change in the cost of a month of 730 hours, in paise before GST; negative if the cost falls. */
  price_delta_paise_per_month: number;
  /** What would happen to other resources, such as volumes of an instance. */
  cascade: ({
    /** The kind of the resource. */
    type: string;
    /** Its id, or its name if it has no id. */
    id: string;
    /** What would happen to it. */
    effect: string;
  })[];
}

export interface ElasticIp {
  /** The elastic IP's id: `eip-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The name, which need not be unique; null for none. */
  name: string | null;
  /** The IPv4 address. */
  address: string;
  /** The block that it belongs to. It can be attached to machines on hosts that have this block. */
  pool: string;
  /** Whether the address is attached to an instance, free, moving, or in error while its host is lost. */
  status: 'available' | 'attaching' | 'attached' | 'detaching' | 'error';
  /** The reason for the status, for people; null if there is none. */
  status_reason: string | null;
  /** The instance that has the address; null if none has. */
  instance_id: string | null;
  /** When it was attached, in UTC; null if it is not attached. */
  attached_at: string | null;
  /** Whole rupees for a month of 730 hours, before GST. */
  price_monthly: number;
  /** Tags: at most 20 keys, each with a value. */
  tags: Record<string, string>;
  /** What the caller may do with the address now. */
  allowed_actions: ('update' | 'attach' | 'detach' | 'release')[];
}

export interface EndedMembership {
  /** The group's name, unique in the account regardless of case. */
  name: string;
  /** The IAM user. */
  username: string;
  /** Whether the user is a member. */
  member: boolean;
  /** States that it is deleted. */
  deleted: true;
}

export interface Firewall {
  /** The items of this page. */
  rules: FirewallRule[];
  /** The `cursor` of the next page; "" on the last page. */
  next_cursor: string;
  /** What happens to inbound traffic that no rule allows. */
  default_inbound: 'deny';
  /** What happens to outbound traffic that no rule allows: `allow` while there is no outbound rule. */
  default_outbound: 'allow' | 'deny';
}

export interface FirewallRule {
  /** The firewall rule's id: `fwr-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The instance whose traffic it allows. */
  instance_id: string;
  /** Whether it allows traffic to the instance or from it. */
  direction: 'inbound' | 'outbound';
  /** The protocol of the traffic. */
  protocol: 'tcp' | 'udp' | 'icmp' | 'all';
  /** The first port; null for all ports of the protocol. */
  port_from: number | null;
  /** The last port; null for all ports of the protocol. */
  port_to: number | null;
  /** The blocks of addresses at the other end. */
  cidrs: string[];
  /** The purpose of the rule; null if there is no description. */
  description: string | null;
  /** Whether a user made the rule, or the launch. */
  origin: 'user' | 'default';
}

export interface Group {
  /** The group's name, unique in the account regardless of case. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The group's name, unique in the account regardless of case. */
  name: string;
  /** A description of its purpose; null if there is none. */
  description: string | null;
  /** The usernames of its members. */
  members: string[];
  /** The ids of the policies that are attached. */
  policies: string[];
}

export interface GroupAttachment {
  /** The group. */
  name: string;
  /** The policy. */
  policy_id: string;
  /** Whether the policy is attached to the group. */
  attached: boolean;
}

export interface GroupDetachment {
  /** The group. */
  name: string;
  /** The policy. */
  policy_id: string;
  /** Whether the policy is attached to the group. */
  attached: boolean;
  /** States that it is deleted. */
  deleted: true;
}

export interface Health {
  /** States that every service behind the API answers. */
  status: 'ok';
  /** The version of the software. */
  version: string;
  /** The region. */
  region: 'in-mum';
  /** The hosts of instances. */
  compute: {
    /** The compute driver that runs the machines. */
    driver: string;
    /** What live hosts can do. */
    capabilities: string[];
    /** The ids of the images that a live host can boot. */
    images: string[];
    /** The kinds of live hosts; empty where there are none. */
    kinds: ({
      /** The kind of host; `agent` is one that runs the host agent. */
      kind: string;
      /** What every live host of this kind can do. */
      capabilities: string[];
    })[];
  };
  /** The endpoint of object storage; null where there is none. */
  s3_url: string | null;
  /** The time of the platform, in UTC. */
  time: string;
}

export interface HealthCheck {
  /** How backends are checked: by a request, or by a connection alone. */
  protocol: 'http' | 'tcp';
  /** The port to check; null for the port that is served. */
  port: number | null;
  /** The path of the request. */
  path: string;
  /** Seconds between two checks. */
  interval_seconds: number;
  /** Seconds that a check may take. */
  timeout_seconds: number;
  /** The number of consecutive checks that must succeed before a backend is healthy. */
  healthy_threshold: number;
  /** The number of consecutive checks that must fail before a backend is unhealthy. */
  unhealthy_threshold: number;
  /** The HTTP statuses of success: statuses and ranges, comma-separated. */
  expected_codes: string;
}

export interface Host {
  /** The host's id. */
  id: string;
  /** The operators' name for it; initially its id. */
  name: string;
  /** The kind of host: `agent` is a machine with svc-host. */
  kind: 'agent' | 'ec2' | 'edge';
  /** The compute driver; null before its first start. */
  driver: string | null;
  /**
   * `joining` before its first start; `silent` after a minute without a heartbeat, `lost` after ten; nothing new is
   * placed on one that is `draining`; calls of one that is `fenced` are refused.
   */
  state: 'joining' | 'active' | 'draining' | 'silent' | 'lost' | 'fenced';
  /** Its last heartbeat, in UTC; null before the first. */
  seen_at: string | null;
  /** The version of the host API that it speaks; null before its first start. */
  protocol: number | null;
  /** The total that machines may use. */
  capacity: {
    /** Memory, in MiB. */
    ram_mib: number;
    /** Virtual CPUs. */
    vcpus: number;
    /** Instances: each has one SSH port of the host. */
    instances: number;
  };
  /** How much of the host's capacity machines may use. */
  capacity_factors: {
    /** The factor for memory: 1 is all of the host's memory. */
    ram: number;
    /** The factor for vCPUs: 2 is twice the number that the host has. */
    vcpus: number;
  };
  /** The part that machines use. */
  used: {
    /** Memory, in MiB. */
    ram_mib: number;
    /** Virtual CPUs. */
    vcpus: number;
    /** Instances: each has one SSH port of the host. */
    instances: number;
  };
  /** What it can do. */
  capabilities: string[];
  /** The ids of the images that it can boot. */
  images: string[];
  /** The number of instances on it, including stopped ones. */
  instances: number;
  /** The instances on it, at most 1,000; null in lists. */
  machines: ({
    /** The instance. */
    instance_id: string;
    /** The account that owns it. */
    account_id: string;
    /** The SSH port that it has. */
    port: number;
  })[] | null;
  /** Hosts of one scope reach the same VPCs. */
  network_scope: string;
  /** Hosts of one scope reach the same volumes. */
  disk_scope: string;
  /** The block of its public addresses; null without. */
  address_pool: string | null;
  /** The disk scope that it may share with other hosts; null for none. */
  allowed_disk_scope: string | null;
  /** The block of addresses that it may share with other hosts; null for none. */
  allowed_address_pool: string | null;
  /** Why the platform refuses what the host last offered; null if nothing is refused. */
  refused: {
    /** When, in UTC. */
    at: string;
    /** The response of the service. */
    reason: string;
  } | null;
  /** When it joined, in UTC. */
  created_at: string;
}

export interface IamTokens {
  /** The access token, for `Authorization: Bearer`. */
  access_token: string;
  /** The token that gets the next pair; each is used once. */
  refresh_token: string;
  /** How the access token is sent. */
  token_type: 'Bearer';
  /** Seconds until the access token expires. */
  expires_in: number;
  /** The IAM user who is logged in. */
  user: {
    /** The user's id: `usr-` and 26 characters that sort by the time of creation. */
    id: string;
    /** The account that it belongs to. */
    account_id: string;
    /** When it was created, in UTC. */
    created_at: string;
    /** When it last changed, in UTC. */
    updated_at: string;
    /** The username. */
    username: string;
    /** Whether logins need a one-time code. */
    mfa_enabled: boolean;
  };
  /** The account that the tokens are for. */
  account_id: string;
}

export interface IamUser {
  /** The IAM user's name, unique in the account regardless of case. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
  /** A description of the user; null if there is none. */
  description: string | null;
  /** Tags: at most 20 keys, each with a value. */
  tags: Record<string, string>;
  /** Whether the user has a password. */
  console_access: boolean;
  /** Whether the next login asks for a new password. */
  password_reset_required: boolean;
  /** Whether logins need a one-time code. */
  mfa_enabled: boolean;
  /** The names of the user's groups. */
  groups: string[];
  /** The ids of the policies that are attached to the user. */
  policies: string[];
  /** When the user last logged in, in UTC; null for never. */
  last_login_at: string | null;
  /** The number of the user's access keys. */
  access_key_count: number;
}

export interface Image {
  /** The id to use in launches; for a snapshot, its own id. */
  id: string;
  /** The name. */
  name: string;
  /** The distribution of Linux; `other` for an account's own images. */
  distribution: string;
  /** The version of the distribution; for an account's own image the tag of its reference, or empty. */
  version: string;
  /** The CPU architecture that it runs on; empty until an own image is available. */
  architecture: string;
  /** The user to log in as with an SSH key; empty until an own image is available. */
  default_user: string;
  /** The minimum memory, in MiB. */
  min_ram: number;
  /** The minimum size of the disk, in GiB. */
  min_disk: number;
  /** The size of the image in bytes; null where it is not known. */
  size_bytes: number | null;
  /** Whether it has /bin/sh; null where it is not known. */
  shell: boolean | null;
  /** Its init system, such as `systemd` or `openrc`; null where it has none, or it is not known. */
  init: string | null;
  /** Its package manager, such as `apt` or `apk`; null where it has none, or it is not known. */
  package_manager: string | null;
  /** The environment variables of its entrypoint, as NAME=value. */
  env: string[];
  /** The folder in which its entrypoint runs; empty for /. */
  working_dir: string;
  /** The user as whom its entrypoint runs; empty for root. */
  user: string;
  /** The program that it is for; empty for none. */
  entrypoint: string[];
  /** The entrypoint's arguments, or the program itself. */
  cmd: string[];
  /** Whether a live host can boot it. */
  available: boolean;
  /** Why it cannot be launched; null if it can. */
  unavailable_reason: string | null;
  /** Whether a live host has it already; otherwise the first launch waits until it is there. */
  pulled: boolean;
  /** Whether it will be withdrawn. */
  deprecated: boolean;
  /** An image of the platform, a snapshot of the account, or an image of its own. */
  type: 'system' | 'snapshot' | 'account';
  /** The account whose own image it is; otherwise null. */
  account_id: string | null;
  /** The state of an own image; otherwise null. */
  status: 'creating' | 'available' | 'deleting' | 'error' | null;
  /** The reason for the status, for people; null if there is none. */
  status_reason: string | null;
  /** The progress of the creation of an own image, in percent; otherwise null. */
  progress_percent: number | null;
  /** Where it comes from, or is pulled from; null for a snapshot and where that is not known. */
  source: {
    /** The reference in a registry; null where it is from elsewhere. */
    registry: string | null;
    /** The bucket of the file; null where it is from elsewhere. */
    bucket: string | null;
    /** The key of the file; null where it is from elsewhere. */
    key: string | null;
    /** The snapshot; null where it is from elsewhere. */
    snapshot_id: string | null;
  } | null;
  /** The digest of its content; null where it is not known. */
  digest: string | null;
  /** Tags: at most 20 keys, each with a value. */
  tags: Record<string, string>;
  /** What the caller may do with the image now. */
  allowed_actions: ('update' | 'delete')[];
  /** When an own image was created, in UTC; otherwise null. */
  created_at: string | null;
  /** When an own image last changed, in UTC; otherwise null. */
  updated_at: string | null;
}

export interface Instance {
  /** The instance's id: `i-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The name, an RFC 1123 hostname; it need not be unique. */
  name: string;
  /** The state of the instance. `running` means that SSH answers. */
  status:
    | 'provisioning'
    | 'running'
    | 'stopping'
    | 'stopped'
    | 'starting'
    | 'rebooting'
    | 'restoring'
    | 'error'
    | 'terminating'
    | 'terminated';
  /** The reason for the status, for people; null if there is none. */
  status_reason: string | null;
  /** Another operation in progress, such as `snapshotting` or `attaching_volume`; null for nothing. */
  task: string | null;
  /** The IPv4 address inside the VPC. */
  private_ip: string;
  /** The IPv4 address of the host, which other instances share; only SSH is reachable on it. */
  public_ip: string;
  /** The DNS name of `public_ip`. */
  public_hostname: string;
  /** The TCP port of `public_ip` that reaches the instance's SSH. */
  ssh_port: number;
  /** Whether SSH answers. */
  ssh_ready: boolean;
  /** The machine's public SSH host key, as in OpenSSH's known_hosts; null before its first boot. */
  host_key: string | null;
  /** The current instance type, with its price. */
  plan: Plan;
  /** The instance type. */
  instance_type_id: string;
  /** The image or snapshot that it was launched from. */
  image_id: string;
  /** The SSH keys that can log in. */
  ssh_key_ids: string[];
  /** SHA-256 of the user data that it was launched with, in hex; null without. */
  user_data_sha256: string | null;
  /** The VPC. */
  vpc_id: string;
  /** The elastic IP; null where it has none. */
  elastic_ip: {
    /** The id of the elastic IP. */
    id: string;
    /** The IPv4 address. */
    address: string;
  } | null;
  /** The volumes that are attached. */
  volume_ids: string[];
  /** The auto scaling group whose member it is; null for none. */
  asg_id: string | null;
  /** Tags: at most 20 keys, each with a value. */
  tags: Record<string, string>;
  /** Whether it runs the program of its image. */
  run_entrypoint: boolean;
  /** Whether termination is refused. */
  termination_protection: boolean;
  /** What the caller may do with the instance now. */
  allowed_actions: (
    | 'start'
    | 'stop'
    | 'reboot'
    | 'terminate'
    | 'resize'
    | 'convert_disk'
    | 'create_snapshot'
    | 'restore'
    | 'attach_volume'
    | 'detach_volume'
    | 'attach_elastic_ip'
    | 'detach_elastic_ip'
    | 'open_console')[];
  /** The region. */
  region: 'in-mum';
  /** When it first ran, in UTC; null until then. */
  launched_at: string | null;
  /** When it is terminated automatically, in UTC; null for never. */
  expires_at: string | null;
}

export interface InstanceEvent {
  /** When it happened, in UTC. */
  at: string;
  /** What kind of event it is. */
  type: string;
  /** The status before; null where it did not change. */
  from: string | null;
  /** The status after; null where it did not change. */
  to: string | null;
  /** Who caused it: a user's name, or `system`. */
  actor: string;
  /** The request that caused it; null where none did. */
  request_id: string | null;
  /** What happened, for people. */
  message: string;
}

export interface InstanceType {
  /** The id to use in launches. */
  id: string;
  /** The name. */
  name: string;
  /** The purpose of the type: shared vCPUs, more CPU, or more memory. */
  family: 'shared' | 'compute' | 'memory';
  /** The number of vCPUs. */
  cpu: number;
  /** Memory in MiB. */
  ram: number;
  /** The disk in GiB. */
  disk: number;
  /** Whole rupees for a month of 730 hours, before GST; also the maximum for a month. */
  price_monthly: number;
  /** Paise an hour, before GST. */
  price_hourly_paise: number;
  /** The currency of the amounts: Indian rupees. */
  currency: 'INR';
  /** The network's bandwidth in megabits a second. */
  network_mbps: number;
  /** Whether it can be launched now. */
  available: boolean;
  /** Whether it will be withdrawn. */
  deprecated: boolean;
}

export interface Invite {
  /** The invite's id: `ivt-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The address that is invited. */
  email: string;
  /** What the member may do in the account. */
  role: 'admin' | 'developer' | 'billing' | 'viewer';
  /** The state of the invite. */
  status: 'pending' | 'accepted' | 'revoked' | 'expired';
  /** The reason for the status, for people; null if there is none. */
  status_reason: string | null;
  /** What the caller may do with the invite now. */
  allowed_actions: string[];
  /** Who invited. */
  invited_by: string;
  /** When it expires, in UTC. */
  expires_at: string;
}

export interface InviteInfo {
  /** The name of the account. */
  account_name: string;
  /** The address that is invited. */
  email: string;
  /** What the member may do in the account. */
  role: 'admin' | 'developer' | 'billing' | 'viewer';
  /** Who invited. */
  invited_by: string;
  /** When it expires, in UTC. */
  expires_at: string;
  /** The state of the invite. */
  status: 'pending' | 'accepted' | 'revoked' | 'expired';
}

export interface Invoice {
  /** The invoice's id: `inv-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** A tax invoice, or a credit note that reverses one. */
  kind: 'invoice' | 'credit_note';
  /** The number, consecutive within the kind and the financial year. */
  number: string;
  /** The financial year from April to March (IST). */
  financial_year: string;
  /** The day of issue in IST. */
  date: string;
  /** The supplier, as of the day of issue. */
  supplier: {
    /** The legal name of the supplier. */
    name: string;
    /** The supplier's GST number. */
    gstin: string;
    /** The supplier's address. */
    address: string;
    /** The GST code of the supplier's state. */
    state_code: string;
  };
  /** The recipient, as of the day of issue. */
  recipient: {
    /** The recipient's legal name; their e-mail address where the tax profile has none. */
    legal_name: string;
    /** The recipient's GST number; null for a recipient without one. */
    gstin: string | null;
    /** The recipient's address; null where the tax profile has none. */
    address: string | null;
    /** The GST code of the recipient's state; null where the tax profile has none. */
    state_code: string | null;
  };
  /** The GST code of the state of supply. */
  place_of_supply: string;
  /** What is invoiced. */
  lines: ({
    /** What the line is for. */
    description: string;
    /** The service accounting code of GST. */
    sac: string;
    /** How many. */
    quantity: number;
    /** The line's amount before GST, in paise. */
    taxable_paise: number;
  })[];
  /** The currency of the amounts: Indian rupees. */
  currency: 'INR';
  /** The amount before GST, in paise. */
  taxable_paise: number;
  /** Central GST, in paise. */
  cgst_paise: number;
  /** State GST, in paise. */
  sgst_paise: number;
  /** Integrated GST, in paise. */
  igst_paise: number;
  /** The amount with GST, in paise. */
  total_paise: number;
  /** States that the supplier owes the tax, not the recipient. */
  reverse_charge: false;
  /** The invoice that a credit note reverses; null for an invoice. */
  credited_invoice_id: string | null;
  /** The top-up order that was paid. */
  order_id: string;
  /** The PDF document; null while it does not exist yet. */
  document: {
    /** The media type of the document. */
    content_type: 'application/pdf';
    /** A link to the document, which needs no login. */
    url: string;
    /** When the link expires, in UTC. */
    expires_at: string;
  } | null;
}

export interface JoinToken {
  /** The token's id, which is not secret. */
  id: string;
  /** The existing host that joins again with it; null for a new host. */
  host_id: string | null;
  /** The disk scope that it may share with other hosts; null for none. */
  disk_scope: string | null;
  /** The block of addresses that it may share with other hosts; null for none. */
  address_pool: string | null;
  /** The time until which it can be used, in UTC. */
  expires_at: string;
  /** When it was created, in UTC; null if a program created it. */
  created_at: string | null;
  /** Who made it. */
  created_by: string | null;
}

export interface Joined {
  /** The account that was joined. */
  account_id: string;
  /** What the member may do in the account. */
  role: 'owner' | 'admin' | 'developer' | 'billing' | 'viewer';
  /** The id of the membership. */
  member_id: string;
}

export interface Jwks {
  /** The keys; an access token names its own by `kid`. */
  keys: ({
    /** The type of the key. */
    kty: 'RSA';
    /** That the key is for signatures. */
    use: 'sig';
    /** The algorithm of the signatures. */
    alg: 'RS256';
    /** The key's id. */
    kid: string;
    /** The modulus in base64url. */
    n: string;
    /** The exponent in base64url. */
    e: string;
  })[];
}

export interface LedgerDifference {
  /** The account, and where the difference is: `books`, or a payment. */
  id: string;
  /** The account's id: 12 decimal digits. */
  account_id: string;
  /** Whether operators have resolved it. */
  status: 'open' | 'resolved';
  /** The discrepancies, one sentence each. */
  findings: string[];
  /** When it was found, in UTC. */
  found_at: string;
  /** When it was resolved, in UTC; null while it is open. */
  resolved_at: string | null;
  /** Who resolved it; null while it is open. */
  resolved_by: string | null;
  /** How it was resolved; null while it is open. */
  resolution: string | null;
}

export interface LifecycleRule {
  /** A name for the rule, unique in the bucket. */
  id: string;
  /** Whether the rule is applied. */
  enabled: boolean;
  /** Objects whose keys begin with this; empty for all. */
  prefix: string;
  /** Objects that have all of these tags; null for all. */
  tags: Record<string, string> | null;
  /** Objects of more bytes than this; null for all. */
  larger_than: number | null;
  /** Objects of fewer bytes than this; null for all. */
  smaller_than: number | null;
  /** The number of days after which objects are deleted; null for never. */
  expire_days: number | null;
  /** The day, in UTC, from which objects are deleted; null for none. */
  expire_on: string | null;
  /** Whether delete markers that hide no version are deleted. */
  expire_markers: boolean;
  /** The number of days after which noncurrent versions are deleted; null for never. */
  noncurrent_days: number | null;
  /** The number of newest noncurrent versions to keep, whatever their age; null for none. */
  keep_noncurrent: number | null;
  /** The number of days after which unfinished uploads are deleted; null for never. */
  abort_multipart_days: number | null;
}

export interface ListedObject {
  /** The object's key. */
  key: string;
  /** Its size in bytes. */
  size: number;
  /** Its ETag, without quotes. */
  etag: string;
  /** When it was written, in UTC. */
  last_modified: string;
  /** Its storage class. */
  storage_class: 'STANDARD';
}

export interface Listener {
  /** The protocol of the listener. */
  protocol: 'http' | 'https' | 'tcp';
  /** The port that clients connect to. */
  port: number;
  /** The port of the backends. */
  target_port: number;
  /** The certificates of an https listener, the first for clients that ask for another name; else empty. */
  certificate_ids: string[];
  /** Whether an http listener sends every client to the https listener instead of to a backend. */
  redirect_https: boolean;
  /**
   * The version of the PROXY protocol that passes the client's address to backends of a tcp listener; null for http and
   * https.
   */
  proxy_protocol: 'none' | 'v1' | 'v2' | null;
  /** The protocol that an https listener speaks with its backends; null for http and tcp. */
  backend_protocol: 'http' | 'grpc' | null;
}

export interface LoadBalancer {
  /** The load balancer's id: `lb-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The name, unique in the account. */
  name: string;
  /** The state of the load balancer. */
  status: 'provisioning' | 'active' | 'updating' | 'error' | 'deleting';
  /** The reason for the status, for people; null if there is none. */
  status_reason: string | null;
  /** What the caller may do with the load balancer now. */
  allowed_actions: ('update' | 'delete' | 'add_backend' | 'remove_backend')[];
  /** How a backend is chosen. */
  algorithm: 'round_robin' | 'least_connections';
  /** The IPv4 address. */
  public_ip: string;
  /** The DNS name of `public_ip`. */
  public_hostname: string;
  /**
   * The address in the VPC on which it listens for machines there; null if its host does not support one, or for an
   * older load balancer until its next change.
   */
  private_ip: string | null;
  /** The VPC of the backends. */
  vpc_id: string;
  /** What clients connect to. */
  listeners: Listener[];
  /** How backends are checked. */
  health_check: HealthCheck;
  /** Whether a client keeps its backend, by a cookie. */
  sticky_sessions: boolean;
  /** The backends with their health. */
  backends: Backend[];
  /** Tags: at most 20 keys, each with a value. */
  tags: Record<string, string>;
  /** Whole rupees for a month of 730 hours, before GST. */
  price_monthly: number;
}

export interface Mandate {
  /** The mandate's id: `man-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The state of the mandate; debits happen while it is `active`. */
  status:
    | 'created'
    | 'pending_authorization'
    | 'active'
    | 'paused'
    | 'rejected'
    | 'cancelled'
    | 'expired'
    | 'failed';
  /** The reason for the status, for people; null if there is none. */
  status_reason: string | null;
  /** What the caller may do with the mandate now. */
  allowed_actions: string[];
  /** How the customer pays: UPI Autopay, a card, or eNACH from a bank account. */
  method: 'upi' | 'card' | 'enach';
  /** The maximum of one debit with GST, in paise. */
  max_amount_paise: number;
  /** The amount that each debit adds to the wallet, in paise before GST. */
  topup_amount_paise: number;
  /** A debit is announced when the balance falls below this, in paise. */
  threshold_paise: number;
  /** The currency of the amounts: Indian rupees. */
  currency: 'INR';
  /** The mandate's id at the payment gateway; null before it is set up. */
  gateway_mandate_id: string | null;
  /** When the announced debit happens, in UTC; null where none is announced. */
  next_debit_at: string | null;
  /** The amount of the announced debit with GST, in paise; null where none is announced. */
  next_debit_paise: number | null;
  /** Whether the debit is announced (`notified`) or in progress (`processing`); null if there is none. */
  next_debit_status: 'notified' | 'processing' | null;
  /** When the mandate expires, in UTC. */
  valid_until: string;
  /** Why the last debit failed; null where it did not. */
  failure_reason: string | null;
}

export interface Member {
  /** The member's id: `mbr-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The id of the user. */
  user_id: string;
  /** The user's e-mail address. */
  email: string;
  /** The user's name; null where none is set. */
  name: string | null;
  /** What the member may do in the account. */
  role: 'owner' | 'admin' | 'developer' | 'billing' | 'viewer';
  /** When the member joined, in UTC. */
  joined_at: string;
}

export interface Membership {
  /** The group's name, unique in the account regardless of case. */
  name: string;
  /** The IAM user. */
  username: string;
  /** Whether the user is a member. */
  member: boolean;
}

export interface Metrics {
  /** The instance. */
  instance_id: string;
  /** The beginning of the time range, in UTC. */
  from: string;
  /** The end of the time range, in UTC. */
  to: string;
  /** Seconds between two points. */
  step_seconds: number;
  /**
   * Each metric as a list of pairs: the beginning of the step in UTC, and the mean over the step. Steps without samples
   * are absent.
   */
  series: {
    /** CPU usage in percent of the vCPUs. */
    cpu_percent: ([string, number])[];
    /** Memory in use, in percent. */
    ram_percent: ([string, number])[];
    /** Memory in use, in MiB. */
    ram_used_mib: ([string, number])[];
    /** Bytes received a second. */
    net_rx_bytes_per_second: ([string, number])[];
    /** Bytes sent a second. */
    net_tx_bytes_per_second: ([string, number])[];
    /** Bytes read from disks a second. */
    disk_read_bytes_per_second: ([string, number])[];
    /** Bytes written to disks a second. */
    disk_write_bytes_per_second: ([string, number])[];
    /** What is on the disk, in percent of the plan's disk; above 100 where the host does not limit disks. */
    disk_used_percent: ([string, number])[];
  };
}

export interface Mfa {
  /** Whether logins need a one-time code. */
  enabled: boolean;
  /** The kind of the codes: time-based. */
  type: 'totp';
  /** When codes were enabled, in UTC; null where they are not. */
  enabled_at: string | null;
  /** The number of unused recovery codes. */
  recovery_codes_remaining: number;
}

export interface MfaSetup {
  /** The seed in base32, to be typed into an authenticator app. */
  secret: string;
  /** The seed in the form that authenticator apps read. */
  otpauth_url: string;
  /** A QR code of `otpauth_url`, as SVG. */
  qr_svg: string;
  /** Seconds until the setup expires. */
  expires_in: number;
}

export interface NewAccessKey {
  /** The access key's id: `SVC` and 17 of A-Z 2-7. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The access key's id again. */
  access_key_id: string;
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
  /** A description of its purpose; null if there is none. */
  description: string | null;
  /** Whether requests with the key are served. */
  status: 'active' | 'inactive';
  /** When it was last used, in UTC; null for never. */
  last_used_at: string | null;
  /** The secret key. No other reply shows it. */
  secret_key: string;
}

export interface NewBucketKey {
  /** The access key's id. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The access key's id again. */
  access_key_id: string;
  /** The key's name. */
  name: string;
  /** The bucket that it opens. */
  bucket: string;
  /** What the key may do with objects. */
  permission: 'read' | 'write' | 'readwrite';
  /** The only prefix of keys that it opens; null for all objects. */
  prefix: string | null;
  /** Whether requests with the key are served. */
  status: 'active' | 'inactive';
  /** When it expires, in UTC; null for never. */
  expires_at: string | null;
  /** When it was last used, in UTC; null for never. */
  last_used_at: string | null;
  /** The secret key. No other reply shows it. */
  secret_key: string;
  /** The S3 endpoint. */
  endpoint: string;
  /** The region that clients sign for. */
  region: string;
}

export interface NewInvite {
  /** The invite's id: `ivt-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The address that is invited. */
  email: string;
  /** What the member may do in the account. */
  role: 'admin' | 'developer' | 'billing' | 'viewer';
  /** The state of the invite. */
  status: 'pending' | 'accepted' | 'revoked' | 'expired';
  /** The reason for the status, for people; null if there is none. */
  status_reason: string | null;
  /** What the caller may do with the invite now. */
  allowed_actions: string[];
  /** Who invited. */
  invited_by: string;
  /** When it expires, in UTC. */
  expires_at: string;
  /** The token that accepts the invite. No other reply shows it. */
  token: string;
  /** The page that accepts the invite. */
  join_url: string;
}

export interface NewJoinToken {
  /** The token's id, which is not secret. */
  id: string;
  /** The existing host that joins again with it; null for a new host. */
  host_id: string | null;
  /** The disk scope that it may share with other hosts; null for none. */
  disk_scope: string | null;
  /** The block of addresses that it may share with other hosts; null for none. */
  address_pool: string | null;
  /** The time until which it can be used, in UTC. */
  expires_at: string;
  /** When it was created, in UTC; null if a program created it. */
  created_at: string | null;
  /** Who made it. */
  created_by: string | null;
  /** The token itself; only this reply contains it. */
  token: string;
  /** The command that makes a machine a host with this token; run it there as root. */
  command: string;
}

export interface NewSubscription {
  /** The subscription's id; null on the free plan, which has none. */
  id: string | null;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC; null on the free plan. */
  created_at: string | null;
  /** When it last changed, in UTC; null on the free plan. */
  updated_at: string | null;
  /** The plan. */
  plan_id: 'free' | 'standard' | 'business';
  /** The state of the subscription, as the payment gateway names it. */
  status:
    | 'created'
    | 'authenticated'
    | 'active'
    | 'pending'
    | 'halted'
    | 'cancelled'
    | 'completed'
    | 'expired';
  /** The reason for the status, for people; null if there is none. */
  status_reason: string | null;
  /** What the caller may do with the subscription now. */
  allowed_actions: string[];
  /** The price of a month, in paise before GST. */
  price_paise: number;
  /** The currency of the amounts: Indian rupees. */
  currency: 'INR';
  /** When the paid month began, in UTC; null where none is paid. */
  current_period_start: string | null;
  /** When the paid month ends, in UTC; null where none is paid. */
  current_period_end: string | null;
  /** Whether the subscription ends with the paid month. */
  cancel_at_period_end: boolean;
  /** The subscription's id at the payment gateway; null on the free plan. */
  gateway_subscription_id: string | null;
  /** The data that a checkout needs to pay it. */
  checkout: {
    /** The public key of the merchant, which Razorpay's checkout takes as `key`. */
    key_id: string;
    /** The subscription's id at the payment gateway. */
    subscription_id: string;
    /** The name of the merchant. */
    name: string;
    /** What the payment is for. */
    description: string;
    /** A page on which to pay it; null if the gateway has none. */
    url: string | null;
  };
}

export interface NewUpload {
  /** The upload's id. It is not the id that S3 has for the upload. */
  upload_id: string;
  /**
   * The recommended size of every part but the last, in bytes. A part has 5 MiB to 5 GiB; only the last may be smaller.
   */
  part_size: 8388608;
  /** The URLs of the first 1,000 parts that are not uploaded, in order; empty if all are. */
  urls: ({
    /** The number of the part, from 1. */
    part_number: number;
    /** The URL to which to PUT the bytes of the part. It needs no other credentials. */
    url: string;
  })[];
  /** When these URLs expire, in UTC: after a day. The upload does not expire; a GET of it returns new URLs. */
  expires_at: string;
}

export interface NewWebhook {
  /** The webhook's id: `whk-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** Where events are sent. */
  url: string;
  /** A description of its purpose; null if there is none. */
  description: string | null;
  /** The events that are sent: types, `*` for all, and prefixes such as `instance.*`. */
  event_types: (
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
    | 'webhook.enabled')[];
  /** Whether events are sent. */
  status: 'active' | 'disabled';
  /** The reason for the status, for people; null if there is none. */
  status_reason: string | null;
  /** What the caller may do with the webhook now. */
  allowed_actions: string[];
  /** The last deliveries, newest first. */
  deliveries: Delivery[];
  /** The secret that signs deliveries. No other reply shows it. */
  secret: string;
}

export interface Operation {
  /** The operation's id. */
  id: string;
  /** What it was doing. */
  workflow: string;
  /** The account; null for the platform's own. */
  account_id: string | null;
  /** The resource that it was working on. */
  resource_id: string;
  /** States that it is past its deadline and not settled. */
  status: 'stuck';
  /** Its deadline, in UTC. */
  due_at: string;
}

export interface Order {
  /** The order's id: `ord-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The order's id again. */
  order_id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The state of the order. Only `paid` has credited the wallet. */
  status: 'created' | 'attempted' | 'paid' | 'failed' | 'expired' | 'refunded';
  /** The reason for the status, for people; null if there is none. */
  status_reason: string | null;
  /** What the caller may do with the order now. */
  allowed_actions: string[];
  /** What the wallet is credited, in paise before GST. */
  amount_paise: number;
  /** GST on the amount, in paise. */
  tax_paise: number;
  /** What the customer pays, in paise. */
  total_paise: number;
  /** The currency of the amounts: Indian rupees. */
  currency: 'INR';
  /** The payment gateway. */
  gateway: 'razorpay';
  /** The order's id at the payment gateway. */
  gateway_order_id: string;
  /** The payment's id at the gateway; null until it is paid. */
  gateway_payment_id: string | null;
  /** The data that a checkout needs. */
  checkout: {
    /** The public key of the merchant, which Razorpay's checkout takes as `key`. */
    key_id: string;
    /** The order's id at the payment gateway. */
    order_id: string;
    /** What the customer pays, in paise. */
    amount_paise: number;
    /** The currency of the amounts: Indian rupees. */
    currency: 'INR';
    /** The name of the merchant. */
    name: string;
    /** What the payment is for. */
    description: string;
    /** The fields that the checkout fills in. */
    prefill: {
      /** The customer's e-mail address. */
      email: string;
    };
    /** A page on which to pay the order; null if the gateway has none. */
    url: string | null;
  };
  /** When an unpaid order expires, in UTC. */
  expires_at: string;
  /** When it was paid, in UTC; null before. */
  paid_at: string | null;
  /** The invoice of the payment; null before. */
  invoice_id: string | null;
}

export interface PasswordNeeded {
  /** States that a new password is needed. */
  password_reset_required: true;
  /** The token of the unfinished login. */
  pending_token: string;
  /** Seconds until the token expires. */
  expires_in: number;
}

export interface PasswordPolicy {
  /** The minimum number of characters. */
  min_length: number;
  /** Whether a password must contain an upper-case letter. */
  require_uppercase: boolean;
  /** Whether a password must contain a lower-case letter. */
  require_lowercase: boolean;
  /** Whether a password must contain a digit. */
  require_number: boolean;
  /** Whether a password must contain a symbol. */
  require_symbol: boolean;
  /** The number of days after which a login asks for a new password; 0 for never. */
  max_age_days: number;
  /** The number of previous passwords that may not be reused. */
  reuse_prevention: number;
  /** Whether IAM users may change their own passwords. */
  allow_self_change: boolean;
}

export interface PasswordState {
  /** The IAM user's name, unique in the account regardless of case. */
  username: string;
  /** Whether the user has a password. */
  console_access: boolean;
  /** Whether the next login asks for a new password. */
  password_reset_required: boolean;
  /** The generated password, which no other reply shows; absent if none was generated. */
  password?: string;
}

export interface Plan {
  /** The id of the instance type. */
  name: string;
  /** The number of vCPUs. */
  cpu: number;
  /** Memory in MiB. */
  ram: number;
  /** The disk in GiB. */
  disk: number;
  /** Whole rupees for a month of 730 hours, before GST; also the maximum for a month. */
  price_monthly: number;
}

export interface PlatformAuditLog {
  /** The log's id: `log-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that sent the request; null if unknown. */
  account_id: string | null;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** When the request was answered, in UTC. */
  at: string;
  /** Who made the request. */
  actor: {
    /** The account's root user, a member of its team, or an IAM user. */
    type: 'root' | 'member' | 'iam';
    /** The id of the user. */
    id: string;
    /** The user's e-mail address, or username. */
    name: string;
    /** The access key that signed the request; null for a login. */
    access_key_id: string | null;
  };
  /** The service that the request was for. */
  service: string;
  /** The method of the request. */
  method: string;
  /** The path of the request; that of a dry run ends in `?dry_run=true`. */
  path: string;
  /** The action that policies name. */
  action: string;
  /** The resource that policies name. */
  resource: string;
  /** The HTTP status of the reply. */
  status: number;
  /** The reply's X-Request-Id. */
  request_id: string;
  /** The address that the request came from; for a request from inside a machine, its private address. */
  source_ip: string;
  /** The instance from inside which the request came; null for a client outside. */
  source_instance: string | null;
  /** The User-Agent of the request. */
  user_agent: string;
  /** Whether the reply repeated an earlier one. */
  idempotency_replayed: boolean;
  /** The SRN of the resource that the request created; null otherwise. */
  created_resource: string | null;
}

export interface PlatformImage {
  /** The id of the host's copy: those of host and image. */
  id: string;
  /** The catalog image's id. */
  image_id: string;
  /** The host's id. */
  host_id: string;
  /** The image's name. */
  name: string;
  /** Whether the host has it, and what is being done with it. */
  status: 'absent' | 'pulling' | 'importing' | 'available' | 'removing' | 'error';
  /** The reason for the status, for people; null if there is none. */
  status_reason: string | null;
  /** The progress of a pull or import, in percent; otherwise null. */
  progress_percent: number | null;
  /** What the host has: a copy of its own system, or one that was pulled or imported; null for neither. */
  origin: 'host' | 'store' | null;
  /** Where the host pulls it from; null where that is not known. */
  reference: string | null;
  /** The digest of its content; null where it is not known. */
  digest: string | null;
  /** Its size in bytes; null where it is not known. */
  size_bytes: number | null;
  /** The CPU architecture that it is for; null where it is not known. */
  architecture: string | null;
  /** The user to log in as with an SSH key. */
  default_user: string;
  /** Whether it has /bin/sh; null where it is not known. */
  shell: boolean | null;
  /** Its init system, such as `systemd` or `openrc`; null where it has none, or it is not known. */
  init: string | null;
  /** Its package manager, such as `apt` or `apk`; null where it has none, or it is not known. */
  package_manager: string | null;
}

export interface Policy {
  /** The policy's id: `pol-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The name, unique in the account regardless of case. */
  name: string;
  /** A description of its purpose; null if there is none. */
  description: string | null;
  /** `managed` by the platform, or `custom` of the account. */
  type: 'managed' | 'custom';
  /** What it allows and denies. */
  document: DocumentShape;
  /** The number of users and groups that it is attached to. */
  attachment_count: number;
}

export interface PoolAddress {
  /** The address. */
  address: string;
  /**
   * `used` by a resource; `resting` for a minute after its release; `withheld` by operators; `reserved` if another
   * program of the host listens on it.
   */
  status: 'free' | 'used' | 'resting' | 'withheld' | 'reserved';
  /** The account whose resource has it; null if none has. */
  account_id: string | null;
  /** The resource that has it; null if none has. */
  resource_id: string | null;
}

export interface PresignedPost {
  /** Where the form is sent. */
  url: string;
  /** The form's fields, which come before the file. */
  fields: Record<string, string>;
  /** When it expires, in UTC. */
  expires_at: string;
}

export interface PresignedUrl {
  /** The URL, which needs no other credentials. */
  url: string;
  /** The method of the request. */
  method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  /** The headers that the request must have. */
  headers: Record<string, string>;
  /** When it expires, in UTC. */
  expires_at: string;
}

export interface Price {
  /** The resource that is priced. */
  resource: string;
  /** The unit of the price. */
  unit: string;
  /** Rupees for a month of 730 hours, before GST. */
  price_monthly: number;
  /** Paise an hour, before GST, rounded. */
  price_hourly_paise: number;
}

export interface Profile {
  /** The account's root user, a member of its team, or an IAM user. */
  type: 'root' | 'iam' | 'member';
  /** The id of the user. */
  id: string;
  /** The e-mail address; null for an IAM user. */
  email: string | null;
  /** The username; null unless it is an IAM user. */
  username: string | null;
  /** The name; null where none is set. */
  name: string | null;
  /** The account that the credentials are for. */
  account_id: string;
  /** Whether the address is verified; null for an IAM user. */
  email_verified: boolean | null;
  /** Whether logins need a one-time code. */
  mfa_enabled: boolean;
  /** The role in the team; null for an IAM user. */
  role: string | null;
  /** The names of the groups of an IAM user. */
  groups: string[];
  /** The ids of the policies that apply to the user. */
  policies: string[];
  /** The state of the user: `suspended` for lack of money, `blocked` by the operator. */
  status: 'pending_verification' | 'active' | 'suspended' | 'blocked';
  /** When the user was created, in UTC. */
  created_at: string;
  /** The accounts that the user can switch to. */
  accounts: ({
    /** The account. */
    account_id: string;
    /** The name of the account. */
    name: string;
    /** The user's role in its team. */
    role: string;
  })[];
  /** How the request was authenticated. */
  auth_method: 'password' | 'access_key' | 'sigv4';
  /** Whether the account runs this platform, so that its root user may use /platform. */
  operator: boolean;
}

export interface Quota {
  /** The name of the limit. */
  name: string;
  /** The maximum for the account. */
  limit: number;
  /** The number in use. */
  used: number;
}

export interface ScalingPolicy {
  /** The metric whose mean over the members is kept near the target. */
  metric: 'cpu' | 'ram';
  /** The target in percent. */
  target_percent: number;
  /** Seconds between two changes. */
  cooldown_seconds: number;
  /** Whether members are also removed. */
  scale_in_enabled: boolean;
}

export interface Session {
  /** The session's id: `ses-` and 26 characters that sort by the time of creation. */
  id: string;
  /** When the login was, in UTC. */
  created_at: string;
  /** When it was last used, in UTC. */
  last_used_at: string;
  /** The address that it was last used from; for a use inside a machine, its private address. */
  source_ip: string;
  /** The instance inside which it was last used; null for a client outside. */
  source_instance: string | null;
  /** The User-Agent of the login. */
  user_agent: string;
  /** Whether it is the session of this request. */
  current: boolean;
}

export interface ShownPolicy {
  /** The policy of the bucket; null where it has none. */
  policy: Record<string, unknown> | null;
}

export interface Simulation {
  /** One result for each action and resource. */
  results: ({
    /** The action. */
    action: string;
    /** The resource. */
    resource: string;
    /** Whether it is allowed, denied by a statement, or denied because no statement allows it. */
    decision: 'allowed' | 'explicit_deny' | 'implicit_deny';
    /** The statement that decided; null where none matched. */
    matched: {
      /** The policy of the statement. */
      policy_id: string;
      /** The Sid of the statement; null where it has none. */
      sid: string | null;
    } | null;
  })[];
}

export interface Snapshot {
  /** The snapshot's id: `snap-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The name, which need not be unique. */
  name: string;
  /** A description of its purpose; null if there is none. */
  description: string | null;
  /** The instance whose disk it is of. */
  instance_id: string;
  /** The state of the snapshot. */
  status: 'creating' | 'available' | 'restoring' | 'deleting' | 'error';
  /** The reason for the status, for people; null if there is none. */
  status_reason: string | null;
  /** The size of the disk in GiB. */
  size_gib: number;
  /** The progress of its creation or restoration, in percent. */
  progress_percent: number;
  /** Whether a user or the backup schedule created it. */
  trigger: 'manual' | 'schedule';
  /** The state of the disk: `crash` as after a power cut, `offline` as after a shutdown. */
  consistency: 'crash' | 'offline';
  /** The image that its instance booted. */
  image_id: string;
  /** When it is deleted automatically, in UTC; null for never. */
  expires_at: string | null;
  /** Tags: at most 20 keys, each with a value. */
  tags: Record<string, string>;
  /** What the caller may do with the snapshot now. */
  allowed_actions: ('update' | 'delete' | 'restore')[];
}

export interface SshKey {
  /** The SSH key's id: `key-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The name, unique in the account. */
  name: string;
  /** The public key on one line, with its comment where it has one. */
  public_key: string;
  /** The fingerprint, as `ssh-keygen -l` shows it. */
  fingerprint: string;
  /** The type of the key. */
  type: 'ed25519' | 'rsa' | 'ecdsa';
  /** Tags: at most 20 keys, each with a value. */
  tags: Record<string, string>;
}

export interface StorageEndpoint {
  /** The region that clients sign for. */
  region: string;
  /** The address of the S3 API. */
  s3_url: string;
  /** How requests name a bucket: in the path, or in the host. */
  addressing: ('path' | 'virtual')[];
  /** The features that the endpoint supports. */
  features: Record<string, boolean>;
}

export interface StorageUsage {
  /** The beginning of the period, in UTC. */
  from: string;
  /** The end of the period, in UTC. */
  to: string;
  /** What all buckets hold, in bytes. */
  size_bytes: number;
  /** The number of objects in all buckets. */
  objects: number;
  /** Bytes that were read in the period. */
  egress_bytes: number;
  /** What storage cost in the period, in paise before GST. */
  price_estimate_paise: number;
  /** The currency of the amounts: Indian rupees. */
  currency: 'INR';
  /** Each bucket's part. */
  buckets: ({
    /** The bucket's name. */
    name: string;
    /** What the bucket holds, in bytes. */
    size_bytes: number;
    /** The number of objects that it holds. */
    objects: number;
    /** Bytes that were read in the period. */
    egress_bytes: number;
    /** What the bucket cost in the period, in paise before GST. */
    price_estimate_paise: number;
    /** When it was measured, in UTC; null before the first time. */
    measured_at: string | null;
  })[];
}

export interface Subscription {
  /** The subscription's id; null on the free plan, which has none. */
  id: string | null;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC; null on the free plan. */
  created_at: string | null;
  /** When it last changed, in UTC; null on the free plan. */
  updated_at: string | null;
  /** The plan. */
  plan_id: 'free' | 'standard' | 'business';
  /** The state of the subscription, as the payment gateway names it. */
  status:
    | 'created'
    | 'authenticated'
    | 'active'
    | 'pending'
    | 'halted'
    | 'cancelled'
    | 'completed'
    | 'expired';
  /** The reason for the status, for people; null if there is none. */
  status_reason: string | null;
  /** What the caller may do with the subscription now. */
  allowed_actions: string[];
  /** The price of a month, in paise before GST. */
  price_paise: number;
  /** The currency of the amounts: Indian rupees. */
  currency: 'INR';
  /** When the paid month began, in UTC; null where none is paid. */
  current_period_start: string | null;
  /** When the paid month ends, in UTC; null where none is paid. */
  current_period_end: string | null;
  /** Whether the subscription ends with the paid month. */
  cancel_at_period_end: boolean;
  /** The subscription's id at the payment gateway; null on the free plan. */
  gateway_subscription_id: string | null;
}

export interface TaxProfile {
  /** The GST number; null for a recipient without one. */
  gstin: string | null;
  /** The name on invoices; null where none is set. */
  legal_name: string | null;
  /** The address on invoices; null where none is set. */
  address: string | null;
  /** The GST code of the recipient's state; null where none is set. */
  state_code: string | null;
  /** The GST code of the state of supply: the recipient's, or the supplier's where that is not set. */
  place_of_supply: string;
  /** When the profile was last set, in UTC; null where it never was. */
  updated_at: string | null;
}

export interface TemplateRule {
  /** Whether it allows traffic to the instance or from it. */
  direction: 'inbound' | 'outbound';
  /** The protocol of the traffic. */
  protocol: 'tcp' | 'udp' | 'icmp' | 'all';
  /** The first port; null for all ports of the protocol. */
  port_from: number | null;
  /** The last port; null for all ports of the protocol. */
  port_to: number | null;
  /** The blocks of addresses at the other end. */
  cidrs: string[];
  /** The purpose of the rule; null if there is no description. */
  description: string | null;
}

export interface Tokens {
  /** The access token, for `Authorization: Bearer`. */
  access_token: string;
  /** The token that gets the next pair; each is used once. */
  refresh_token: string;
  /** How the access token is sent. */
  token_type: 'Bearer';
  /** Seconds until the access token expires. */
  expires_in: number;
  /** The user who is logged in. */
  user: User;
  /** The account that the tokens are for. */
  account_id: string;
}

export interface Transaction {
  /** The transaction's id: `txn-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The cause of the change: a paid order, promotional credit, a refund, a correction, or usage. */
  type: 'topup' | 'credit' | 'refund' | 'adjustment' | 'usage';
  /** The change of the balance, in paise; negative for a debit. */
  amount_paise: number;
  /** The balance after it, in paise. */
  balance_after_paise: number;
  /** The currency of the amounts: Indian rupees. */
  currency: 'INR';
  /** What it was for. */
  description: string;
  /** The order that was paid; null for anything but a top-up. */
  order_id: string | null;
  /** The invoice; null where there is none. */
  invoice_id: string | null;
}

export interface Upload {
  /** The parts that are uploaded, in order. */
  parts: ({
    /** The number of the part, from 1. */
    part_number: number;
    /** The ETag of the part, without quotes. */
    etag: string;
    /** The size of the part, in bytes. */
    size: number;
  })[];
  /** The URLs of the first 1,000 parts that are not uploaded, in order; empty if all are. */
  urls: ({
    /** The number of the part, from 1. */
    part_number: number;
    /** The URL to which to PUT the bytes of the part. It needs no other credentials. */
    url: string;
  })[];
  /** When these URLs expire, in UTC: after a day. The upload does not expire; a GET of it returns new URLs. */
  expires_at: string;
}

export interface User {
  /** The user's id: `usr-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The e-mail address, in lower case. */
  email: string;
  /** Whether the address is verified. */
  email_verified: boolean;
  /** The name; null where none is set. */
  name: string | null;
  /** Whether logins need a one-time code. */
  mfa_enabled: boolean;
  /** The state of the user: `suspended` for lack of money, `blocked` by the operator. */
  status: 'pending_verification' | 'active' | 'suspended' | 'blocked';
}

export interface UserAttachment {
  /** The IAM user. */
  username: string;
  /** The policy. */
  policy_id: string;
  /** Whether the policy is attached to the user. */
  attached: boolean;
}

export interface UserDetachment {
  /** The IAM user. */
  username: string;
  /** The policy. */
  policy_id: string;
  /** Whether the policy is attached to the user. */
  attached: boolean;
  /** States that it is deleted. */
  deleted: true;
}

export interface Volume {
  /** The volume's id: `vol-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The name, unique in the account. */
  name: string;
  /** The size in GiB. */
  size_gib: number;
  /** The state of the volume. */
  status: 'creating' | 'available' | 'attaching' | 'in-use' | 'detaching' | 'deleting' | 'error';
  /** The reason for the status, for people; null if there is none. */
  status_reason: string | null;
  /** Another operation in progress, such as `resizing`; null for nothing. */
  task: string | null;
  /** The instance that has it; null if none has. */
  instance_id: string | null;
  /** Its device in the instance; null if it is not attached or has none. */
  device: string | null;
  /** The folder at which the instance mounts it. */
  mount_path: string;
  /** The file system on it; `none` for a bare device. */
  filesystem: 'ext4' | 'xfs' | 'none';
  /** Whole rupees for a month of 730 hours, before GST. */
  price_monthly: number;
  /** Whether it is deleted together with its instance. */
  delete_on_termination: boolean;
  /** Tags: at most 20 keys, each with a value. */
  tags: Record<string, string>;
  /** What the caller may do with the volume now. */
  allowed_actions: ('update' | 'delete' | 'attach' | 'detach')[];
}

export interface Vpc {
  /** The VPC's id: `vpc-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** The name, unique in the account. */
  name: string;
  /** The IPv4 block of its addresses. */
  cidr: string;
  /** Whether launches use it if they name no VPC. */
  is_default: boolean;
  /** A description of its purpose; null if there is none. */
  description: string | null;
  /** The number of instances in it. */
  instance_count: number;
  /** The number of free addresses. */
  available_ips: number;
  /** Tags: at most 20 keys, each with a value. */
  tags: Record<string, string>;
}

export interface Webhook {
  /** The webhook's id: `whk-` and 26 characters that sort by the time of creation. */
  id: string;
  /** The account that it belongs to. */
  account_id: string;
  /** When it was created, in UTC. */
  created_at: string;
  /** When it last changed, in UTC. */
  updated_at: string;
  /** Where events are sent. */
  url: string;
  /** A description of its purpose; null if there is none. */
  description: string | null;
  /** The events that are sent: types, `*` for all, and prefixes such as `instance.*`. */
  event_types: (
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
    | 'webhook.enabled')[];
  /** Whether events are sent. */
  status: 'active' | 'disabled';
  /** The reason for the status, for people; null if there is none. */
  status_reason: string | null;
  /** What the caller may do with the webhook now. */
  allowed_actions: string[];
  /** The last deliveries, newest first. */
  deliveries: Delivery[];
}

/** What the platform refuses a request for. */
export type RefusalCode =
  | 'access_denied'
  | 'account_blocked'
  | 'already_exists'
  | 'capacity_exhausted'
  | 'code_expired'
  | 'cross_origin'
  | 'dependency_unavailable'
  | 'email_not_verified'
  | 'idempotency_in_progress'
  | 'idempotency_key_reused'
  | 'in_use'
  | 'insufficient_balance'
  | 'internal'
  | 'invalid_credentials'
  | 'invalid_cursor'
  | 'invalid_json'
  | 'invalid_signature'
  | 'invalid_token'
  | 'invite_expired'
  | 'key_inactive'
  | 'managed_policy'
  | 'missing_credentials'
  | 'not_found'
  | 'operation_in_progress'
  | 'payload_too_large'
  | 'precondition_failed'
  | 'protected'
  | 'quota_exceeded'
  | 'rate_limited'
  | 'reset_token_expired'
  | 'signature_expired'
  | 'timeout'
  | 'token_expired'
  | 'too_many_attempts'
  | 'unknown_field'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'wrong_state';
