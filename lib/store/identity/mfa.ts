import type { Stored } from '#lib/store/entity.ts';
import { type Key, keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { get } from '#lib/store/platform/read.ts';
import { put, type Refusal, remove, update, type Write } from '#lib/store/platform/write.ts';
import type { mfaRecord } from './mfa.entity.ts';

/** The number of wrong codes allowed in one setup or pending login. The last one ends it (contract 1.6). */
export const maxTries = 5;

/** A user's one-time codes: in setup until `expires`, or enabled. */
export type MfaRecord = Stored<typeof mfaRecord>;

export const getMfa = (principal: string) => get(keys.mfa(principal));

/** Begins a setup, which replaces an unfinished one; throws `enabled` where codes are enabled. */
export const beginSetup = (principal: string, seed: string, expires: number, enabled: () => Error): Write =>
  put(
    {
      ...keys.mfa(principal),
      state: 'pending',
      seed,
      tries: 0,
      expires,
      enabled_at: null,
      last_step: 0,
      recovery: {},
      ttl: expires,
    } satisfies MfaRecord & Key & { ttl: number },
    [{ any: [[['pk', 'absent']], [['state', '=', 'pending']]] }],
    enabled,
  );

/** Uses one of a setup's tries before its code is compared, so that concurrent requests cannot exceed the limit. */
export const trySetup = (principal: string, { seed }: MfaRecord, spent: Refusal<MfaRecord>): Write =>
  update(
    keys.mfa(principal),
    { add: { tries: 1 } },
    [
      ['seed', '=', seed],
      ['state', '=', 'pending'],
      ['tries', '<', maxTries],
    ],
    spent,
  );

/** Enables the codes of a setup. */
export const enable = (
  principal: string,
  { seed }: MfaRecord,
  enabled: Pick<MfaRecord, 'enabled_at' | 'last_step' | 'recovery'>,
): Write =>
  update(keys.mfa(principal), { set: { ...enabled, state: 'enabled', expires: null }, remove: ['ttl'] }, [
    ['seed', '=', seed],
    ['state', '=', 'pending'],
  ]);

/** What a correct code consumes: the time step of a six-digit code, or the hash of a recovery code. */
export type Proof = { step: number } | { recovery: string };

/**
 * Consumes a correct code. Refused where a code of the same or a later step has been used, or the recovery code has
 * been used.
 */
export const useProof = (principal: string, proof: Proof): Write =>
  'step' in proof
    ? update(keys.mfa(principal), { set: { last_step: proof.step } }, unused(proof))
    : update(keys.mfa(principal), { remove: [`recovery.${proof.recovery}`] }, unused(proof));

/**
 * Disables codes and deletes the seed and recovery codes. With `proof`, refused where the code has been used meanwhile.
 */
export const disable = (principal: string, { seed }: MfaRecord, proof?: Proof): Write =>
  remove(keys.mfa(principal), [['seed', '=', seed], ...(proof ? unused(proof) : enabled)]);

const enabled: readonly Clause<MfaRecord>[] = [['state', '=', 'enabled']];

const unused = (proof: Proof): Clause<MfaRecord>[] => [
  ...enabled,
  'step' in proof ? ['last_step', '<', proof.step] : [`recovery.${proof.recovery}`, 'exists'],
];
