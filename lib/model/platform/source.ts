import { countedSource, readAddress } from './addresses.ts';
import { idPattern } from './ids.ts';

/** The machine that a request comes from (contract 4.12), according to its host's records. */
export interface SourceMachine {
  readonly account_id: string;
  readonly vpc_id: string;
  readonly instance_id: string;
}

/** Where a request comes from. */
export interface Source {
  /**
   * The address of the client. A machine's address is private, and machines of other VPCs may have the same one, so
   * nothing is decided or counted by it.
   */
  readonly source_ip: string;
  /** Null for a client outside. */
  readonly inside: SourceMachine | null;
}

/** A client outside, at this address. */
export const outsideAt = (source_ip: string): Source => ({ source_ip, inside: null });

/** What a request without a login is counted by (contract 1.6): the instance, or the address of a client outside. */
export const sourceName = ({ source_ip, inside }: Source): string => inside?.instance_id ?? countedSource(source_ip);

/** The part of a source that audit entries and sessions store. */
export const sourceShown = ({ source_ip, inside }: Source): { source_ip: string; source_instance: string | null } => ({
  source_ip,
  source_instance: inside?.instance_id ?? null,
});

/** The maximum length of a source as text: an IPv4 address and three ids. */
export const MOST_SOURCE_CHARACTERS = 15 + 1 + 12 + 1 + 30 + 1 + 28;

/** A source as one line of text: the address, and for a machine also account, VPC and instance. */
export const writeSource = ({ source_ip, inside }: Source): string =>
  inside ? [source_ip, inside.account_id, inside.vpc_id, inside.instance_id].join(' ') : source_ip;

/** Reads the text of `writeSource`; undefined for any other text. A machine has an IPv4 address. */
export function readSource(text: string): Source | undefined {
  const [source_ip = '', account_id = '', vpc_id = '', instance_id = '', ...more] = text.split(' ');
  const address = readAddress(source_ip);
  if (!address) return undefined;
  if (source_ip === text) return outsideAt(source_ip);
  const isMachine =
    address.family === 4 &&
    !source_ip.includes(':') &&
    /^\d{12}$/.test(account_id) &&
    idPattern('vpc').test(vpc_id) &&
    idPattern('instance').test(instance_id);
  return isMachine && more.length === 0 ? { source_ip, inside: { account_id, vpc_id, instance_id } } : undefined;
}
