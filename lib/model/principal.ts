/** Who a request acts as; policies bind members and IAM users, never root. */
export interface Principal {
  type: 'root' | 'member' | 'iam';
  /** `usr-…`, or the IAM user's id. */
  id: string;
  account_id: string;
  /** Where the account's machines stand unless a launch says otherwise. */
  default_vpc_id: string;
  /** The e-mail address, or the IAM username. */
  name: string;
  session_id: string | null;
  access_key_id: string | null;
  auth_method: 'password' | 'access_key' | 'sigv4';
  mfa: boolean;
}

/** `srn:<service>:<region>:<account>:<type>/<id>` (contract 1.10); iam, billing, team and audit have no region. */
export function srn(service: string, account: string, resource: string): string {
  const regional = service === 'compute' || service === 'storage' ? 'in-mum' : '';
  return `srn:${service}:${regional}:${account}:${resource}`;
}
