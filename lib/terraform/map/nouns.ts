import { asg } from './asg.ts';
import { autoscaleRule } from './autoscale-rule.ts';
import { backupSchedule } from './backup-schedule.ts';
import { bucket } from './bucket.ts';
import { bucketCors } from './bucket-cors.ts';
import { bucketKey } from './bucket-key.ts';
import { bucketLifecycle } from './bucket-lifecycle.ts';
import { bucketPolicy } from './bucket-policy.ts';
import { budget } from './budget.ts';
import { certificate } from './certificate.ts';
import { elasticIp } from './elastic-ip.ts';
import { elasticIpAttachment } from './elastic-ip-attachment.ts';
import { firewall } from './firewall.ts';
import { iamAccessKey } from './iam-access-key.ts';
import { iamGroup } from './iam-group.ts';
import { iamGroupMembership } from './iam-group-membership.ts';
import { iamGroupPolicyAttachment } from './iam-group-policy-attachment.ts';
import { iamPolicy } from './iam-policy.ts';
import { iamUser } from './iam-user.ts';
import { iamUserPolicyAttachment } from './iam-user-policy-attachment.ts';
import { image } from './image.ts';
import { instance } from './instance.ts';
import { loadBalancer } from './load-balancer.ts';
import { loadBalancerBackend } from './load-balancer-backend.ts';
import type { Noun } from './noun.ts';
import { passwordPolicy } from './password-policy.ts';
import { snapshot } from './snapshot.ts';
import { sshKey } from './ssh-key.ts';
import { teamInvite } from './team-invite.ts';
import { volume } from './volume.ts';
import { volumeAttachment } from './volume-attachment.ts';
import { vpc } from './vpc.ts';
import { webhook } from './webhook.ts';

/** The resources of the provider, by their names after `svc_`. */
export const nouns: Readonly<Record<string, Noun>> = {
  asg,
  autoscale_rule: autoscaleRule,
  backup_schedule: backupSchedule,
  bucket,
  bucket_cors: bucketCors,
  bucket_key: bucketKey,
  bucket_lifecycle: bucketLifecycle,
  bucket_policy: bucketPolicy,
  budget,
  certificate,
  elastic_ip: elasticIp,
  elastic_ip_attachment: elasticIpAttachment,
  firewall,
  iam_access_key: iamAccessKey,
  iam_group: iamGroup,
  iam_group_membership: iamGroupMembership,
  iam_group_policy_attachment: iamGroupPolicyAttachment,
  iam_policy: iamPolicy,
  iam_user: iamUser,
  iam_user_policy_attachment: iamUserPolicyAttachment,
  image,
  instance,
  load_balancer: loadBalancer,
  load_balancer_backend: loadBalancerBackend,
  password_policy: passwordPolicy,
  snapshot,
  ssh_key: sshKey,
  team_invite: teamInvite,
  volume,
  volume_attachment: volumeAttachment,
  vpc,
  webhook,
};
