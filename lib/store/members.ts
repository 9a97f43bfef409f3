import type { Role } from '#lib/model/principal.ts';

/** Somebody who acts in an account that is not their own, as a role allows. */
export interface MemberRecord {
  id: string;
  account_id: string;
  user_id: string;
  role: Role;
  created_at: string;
  updated_at: string;
}
