import { type Key, keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { get } from '#lib/store/platform/read.ts';
import { put, type Refusal, remove, update, type Write } from '#lib/store/platform/write.ts';

/** Wrong codes that one setup, or one half-done login, survives: the last of them ends it (contract 1.6). */
export const tries = 5;

/** Somebody's one-time codes: being set up until `expires`, or enabled. */
export interface MfaRecord {
  state: 'pending' | 'enabled';
  /** The seed, sealed for its owner. */
  seed: string;
  /** Codes tried against a setup. */
  tries: number;
  /** Epoch seconds, civil clock; null once enabled. */
  expires: number | null;
  enabled_at: string | null;
  /** The last time step whose code was used: it and all before it count no more. */
  last_step: number;
  /** Keyed hashes of the recovery codes that are left. */
  recovery: Record<string, true>;
}

export const getMfa = (principal: string) => get<MfaRecord>(keys.mfa(principal));

/** Begins a setup, in place of one that was never finished; refused where codes are enabled. */
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

/** Takes one of a setup's tries, before its code is looked at: however many come at once, no more are. */
export const trySetup = (principal: string, { seed }: MfaRecord, spent: Refusal): Write =>
  update(
    keys.mfa(principal),
    { add: { tries: 1 } },
    [
      ['seed', '=', seed],
      ['state', '=', 'pending'],
      ['tries', '<', tries],
    ],
    spent,
  );

/** Ends a setup by enabling what was set up. */
export const enable = (
  principal: string,
  { seed }: MfaRecord,
  enabled: Pick<MfaRecord, 'enabled_at' | 'last_step' | 'recovery'>,
): Write =>
  update(keys.mfa(principal), { set: { ...enabled, state: 'enabled', expires: null }, remove: ['ttl'] }, [
    ['seed', '=', seed],
    ['state', '=', 'pending'],
  ]);

/** What a right code uses up: the time step of a six-digit one, or a recovery code's hash. */
export type Proof = { step: number } | { recovery: string };

/** Uses a right code up: a step if none as late has been, a recovery code if it is still there. */
export const useProof = (principal: string, proof: Proof): Write =>
  'step' in proof
    ? update(keys.mfa(principal), { set: { last_step: proof.step } }, unused(proof))
    : update(keys.mfa(principal), { remove: [`recovery.${proof.recovery}`] }, unused(proof));

/** Disables codes, for a right one that nobody used meanwhile or for none; seed and recovery codes are gone. */
export const disable = (principal: string, { seed }: MfaRecord, proof?: Proof): Write =>
  remove(keys.mfa(principal), [['seed', '=', seed], ...(proof ? unused(proof) : enabled)]);

const enabled: readonly Clause[] = [['state', '=', 'enabled']];

const unused = (proof: Proof): Clause[] => [
  ...enabled,
  'step' in proof ? ['last_step', '<', proof.step] : [`recovery.${proof.recovery}`, 'exists'],
];
