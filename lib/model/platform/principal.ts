/** The roles of a team's members. Only the root user is `owner`. */
export const roles = ['owner', 'admin', 'developer', 'billing', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** The account whose audit log has the entries without an account. Operators read it. */
export const platformAccount = 'platform';

/** The identity of a request. Policies apply to members and IAM users, never to root. */
export interface Principal {
  type: 'root' | 'member' | 'iam';
  /** `usr-…`: the id of the root user, member or IAM user. */
  id: string;
  account_id: string;
  /** The VPC of the account's instances unless a launch names another. */
  default_vpc_id: string;
  /** The account's root user, whose verified address some creations need. */
  owner_id: string;
  /** Whether this request found the owner's address verified; absent if it did not read the owner. */
  verified?: boolean;
  /**
   * The account's generation, as this request found it. It applies to the credentials and to everything that the
   * request creates.
   */
  account_generation: number;
  /** The e-mail address or the IAM username. */
  name: string;
  session_id: string | null;
  /** The SHA-256 of the secret that requests of the session must have; absent where they need none. */
  session_proof?: string;
  access_key_id: string | null;
  /** The generation of the key; absent for the first. Each change of the key's status raises it. */
  key_generation?: number | undefined;
  auth_method: 'password' | 'access_key' | 'sigv4';
  /** Whether the login used a one-time code. */
  mfa: boolean;
  /** The team role of a member; null for others. */
  role: Role | null;
  /** The version of the account's IAM, as this request found it. Compiled policies are valid for one version. */
  iam_version: number;
  /**
   * The ids of the policies that apply to the principal, including those of groups and role. Without any, nothing is
   * allowed.
   */
  policies?: readonly string[];
  /**
   * Whether the account is suspended for lack of money. It may then read and delete, but not start or create (contract
   * 3.12).
   */
  suspended: boolean;
  /** Whether the account runs the deployment (contract 4.13); absent where the route does not need it. */
  operator?: boolean | undefined;
}

/**
 * The SRN `srn:<service>:<region>:<account>:<type>/<id>` (contract 1.10). The services iam, billing, team and audit
 * have no region.
 */
export function srn(service: string, account: string, resource: string): string {
  const regional = service === 'compute' || service === 'storage' ? 'in-mum' : '';
  return `srn:${service}:${regional}:${account}:${resource}`;
}
