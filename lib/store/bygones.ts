import { keys } from './keys.ts';
import { put, type Write } from './write.ts';

/** What cost something and is gone: what its last charge goes by. */
export interface Bygone {
  account_id: string;
  id: string;
  /** Whole rupees. */
  price_monthly: number;
  created_at: string;
  deleted_at: string;
}

/** Seconds that it is kept: over a calendar month, by the end of which it has been charged. */
const kept = 40 * 86_400;

/** Notes that something which costs is gone. */
export const putBygone = ({ account_id, id, price_monthly, created_at, deleted_at }: Bygone): Write =>
  put({
    ...keys.bygone(account_id, id),
    account_id,
    id,
    price_monthly,
    created_at,
    deleted_at,
    ttl: Math.floor(Date.parse(deleted_at) / 1000) + kept,
  });
