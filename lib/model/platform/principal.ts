/** What a member of a team may have been made; `owner` is the root user's own. */
export const roles = ['owner', 'admin', 'developer', 'billing', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Whose audit log has what concerns no account: an operator reads it in the table. */
export const platformAccount = 'platform';

/** Who a request acts as; policies bind members and IAM users, never root. */
export interface Principal {
  type: 'root' | 'member' | 'iam';
  /** `usr-…`: the root user's or member's, or the IAM user's own. */
  id: string;
  account_id: string;
  /** Where the account's machines stand unless a launch says otherwise. */
  default_vpc_id: string;
  /** The account's root user: it is their verified address that some creations ask for. */
  owner_id: string;
  /** The account's generation as this request found it, in which its credentials were made too: what it makes is of it. */
  account_generation: number;
  /** The e-mail address, or the IAM username. */
  name: string;
  session_id: string | null;
  access_key_id: string | null;
  /** Which of the key's spells of being active this is; absent for the first. */
  key_generation?: number | undefined;
  auth_method: 'password' | 'access_key' | 'sigv4';
  /** Whether a one-time code stood behind the login. */
  mfa: boolean;
  /** The team role of a member; null for the others. */
  role: Role | null;
  /** The version of the account's IAM as this request found it: what is compiled of policies counts for one version. */
  iam_version: number;
  /** The ids of the policies that bind them, their groups' and their role's included; without any, nothing is allowed. */
  policies?: readonly string[];
  /** Whether the account is suspended for want of money: it may end and read, not start and create (contract 3.12). */
  suspended: boolean;
}

/** `srn:<service>:<region>:<account>:<type>/<id>` (contract 1.10); iam, billing, team and audit have no region. */
export function srn(service: string, account: string, resource: string): string {
  const regional = service === 'compute' || service === 'storage' ? 'in-mum' : '';
  return `srn:${service}:${regional}:${account}:${resource}`;
}
