import { blockName, blocksAround } from '#lib/model/compute/address-blocks.ts';
import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { update, type Write } from '#lib/store/platform/write.ts';
import type { Records } from '#lib/store/records.ts';
import type { blockUse } from './address-blocks.entity.ts';

/*
 * The blocks of public addresses that hosts have. Each block has its own item, and so does each larger block that
 * contains it, up to /20. `hosts` counts the hosts with exactly this block, `parts` those with a part of it. Two blocks
 * overlap only if one contains the other, so checking these few items is enough, whatever else is claimed.
 */

/** A claim on blocks, or their release. */
export interface BlockChange {
  /** The blocks that the host already has. */
  has: readonly string[];
  claim?: readonly string[];
  release?: readonly string[];
  /** Blocks that the host may share with hosts that have exactly the same block. */
  shared?: ReadonlySet<string>;
}

/** How many hosts have exactly this block, and how many have a part of it. */
type BlockUse = Stored<typeof blockUse>;

/** The part of a host's record about its blocks. */
type HostBlocks = Pick<Records['host'], 'claimed'>;

/** The change to the item of one block. */
interface Step {
  hosts: number;
  parts: number;
  /** The claimed blocks that require that no other host has exactly this block, or a part of it. */
  whole: string[];
  within: string[];
}

/**
 * The writes by which a host claims blocks and releases others. `refuse` gets those of the claimed blocks that overlap
 * with another host's.
 */
export function changeBlocks(change: BlockChange, refuse = (taken: string) => new Error(taken)): Write[] {
  const { has, claim = [], release = [], shared = new Set() } = change;
  const steps = new Map<string, Step>();
  const at = (block: string): Step => {
    const step = steps.get(block) ?? { hosts: 0, parts: 0, whole: [], within: [] };
    steps.set(block, step);
    return step;
  };
  for (const block of claim) {
    at(block).hosts++;
    at(block).within.push(block);
    if (!shared.has(block)) at(block).whole.push(block);
    for (const outer of blocksAround(block)) {
      at(outer).parts++;
      at(outer).whole.push(block);
    }
  }
  for (const block of release) {
    at(block).hosts--;
    for (const outer of blocksAround(block)) at(outer).parts--;
  }
  return [...steps].map(([block, { hosts, parts, whole, within }]) => {
    const ownParts = has.filter((own) => own !== block && blocksAround(own).includes(block)).length;
    const clauses = [
      ...(whole.length > 0 ? [atMost('hosts', has.includes(block) ? 1 : 0)] : []),
      ...(within.length > 0 ? [atMost('parts', ownParts)] : []),
    ];
    const taken = [...new Set([...whole, ...within])].map(blockName).join(' and ');
    return update(keys.addressBlock(block), { add: { hosts, parts } }, clauses, () => refuse(taken));
  });
}

/** Records on a host which blocks it now has. Stale where this has changed since it was read. */
export const noteBlocks = (host: string, before: readonly string[] | undefined, claimed: readonly string[]): Write =>
  update(keys.host(host), { set: { claimed } }, [['host_id', 'exists'], hasBlocks(before)]);

/** Condition: the host's blocks have not changed since they were read. */
export const hasBlocks = (claimed: readonly string[] | undefined): Clause<HostBlocks> =>
  claimed === undefined ? ['claimed', 'absent'] : ['claimed', '=', claimed];

/** Records that the addresses of an older offer, from before claims existed, are now claimed. */
export const noteOfferClaimed = (host: string): Write =>
  update(keys.hostOffer(host), { set: { is_claimed: true } }, [['pk', 'exists']]);

/** Records for operators why a host's requested offer was refused. */
export const noteRefusal = (host: string, refused: { at: string; reason: string }): Write =>
  update(keys.host(host), { set: { refused } }, [['host_id', 'exists']]);

const atMost = (count: 'hosts' | 'parts', most: number): Clause<BlockUse> => ({
  any: [[[count, 'absent']], [[count, '<=', most]]],
});
