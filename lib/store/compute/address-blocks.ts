import { blockName, blocksAround } from '#lib/model/compute/address-blocks.ts';
import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { update, type Write } from '#lib/store/platform/write.ts';
import type { Records } from '#lib/store/records.ts';
import type { blockUse } from './address-blocks.entity.ts';

/*
 * Which blocks of public addresses hosts have. Each block has an item of its own, and so has each larger block around
 * it, up to /20: `hosts` counts who has the block itself, `parts` who has a part of it. Two blocks share an address
 * only where one is around the other, so that these few items tell, whatever else is claimed.
 */

/** A claim on blocks, or their release. */
export interface BlockChange {
  /** The blocks that the host has now. */
  has: readonly string[];
  claim?: readonly string[];
  release?: readonly string[];
  /** Blocks that the host may have together with others who have just the same. */
  shared?: ReadonlySet<string>;
}

/** How many hosts have a block itself, and how many a part of it. */
type BlockUse = Stored<typeof blockUse>;

/** What a host's record says of its blocks. */
type HostBlocks = Pick<Records['host'], 'claimed'>;

/** What becomes of the item of one block. */
interface Step {
  hosts: number;
  parts: number;
  /** For which claimed blocks nobody else may have this one, or a part of it. */
  whole: string[];
  within: string[];
}

/**
 * The writes by which a host claims blocks and lets go of others. `refuse` gets the blocks, of those that it claims,
 * with which another host's overlap.
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

/** Notes on a host's record which blocks it has now. Stale where that was changed since it was read. */
export const noteBlocks = (host: string, before: readonly string[] | undefined, claimed: readonly string[]): Write =>
  update(keys.host(host), { set: { claimed } }, [['host_id', 'exists'], hasBlocks(before)]);

/** That a host's blocks are as they were read. */
export const hasBlocks = (claimed: readonly string[] | undefined): Clause<HostBlocks> =>
  claimed === undefined ? ['claimed', 'absent'] : ['claimed', '=', claimed];

/** Notes that an offer of before there were claims has got them. */
export const noteOfferClaimed = (host: string): Write =>
  update(keys.hostOffer(host), { set: { is_claimed: true } }, [['pk', 'exists']]);

/** Notes for operators why a host may not offer what it wants to. */
export const noteRefusal = (host: string, refused: { at: string; reason: string }): Write =>
  update(keys.host(host), { set: { refused } }, [['host_id', 'exists']]);

const atMost = (count: 'hosts' | 'parts', most: number): Clause<BlockUse> => ({
  any: [[[count, 'absent']], [[count, '<=', most]]],
});
