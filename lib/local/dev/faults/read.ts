import { ApiError } from '#lib/model/platform/errors.ts';
import { type Allowance, type FaultWhere, faultTable } from '#lib/model/platform/faults.ts';
import type { Fault } from './book.ts';

type Fields = Record<string, unknown>;

/** The fault that is read, and the field. */
interface Place {
  readonly where: string;
  readonly outcome: string;
  readonly at: string;
}

const MOST_FAULTS = 50;
const MOST_TIMES = 10_000;
const LONGEST_MATCH = 512;

/** Reads the body of PUT /dev/faults. 400 names the field and what is allowed there. */
export function readFaults(body: Fields): Fault[] {
  refuseUnknown(body, ['faults'], '');
  const { faults } = body;
  if (!Array.isArray(faults) || faults.length > MOST_FAULTS) {
    throw invalid('faults', `must be a list of at most ${MOST_FAULTS} faults ([] ends them)`);
  }
  return faults.map((one: unknown, index) => readFault(one, `faults[${index}]`));
}

function readFault(given: unknown, at: string): Fault {
  if (!isObject(given)) throw invalid(at, 'must be an object');
  const capped = given.where === 'table' && given.outcome === 'capped' ? ['read_units', 'write_units'] : [];
  refuseUnknown(given, ['where', 'match', 'outcome', 'after_seconds', 'times', ...capped], `${at}: `);
  const where = oneOf(given.where, Object.keys(faultTable), `${at}.where`) as FaultWhere;
  const outcomes: Record<string, Allowance> = faultTable[where];
  const outcome = oneOf(given.outcome, Object.keys(outcomes), `${at}.outcome`, ` for ${where}`);
  const allowance = outcomes[outcome] as Allowance;
  return {
    where,
    outcome: outcome as Fault['outcome'],
    match: readMatch(given.match ?? {}, allowance, { where, outcome, at: `${at}.match` }),
    after_seconds: readSeconds(given.after_seconds, allowance, `${at}.after_seconds`),
    times: readTimes(given.times, allowance, { where, outcome, at: `${at}.times` }),
    ...(allowance.units && {
      read_units: readUnits(given.read_units, allowance.units.read_units, `${at}.read_units`),
      write_units: readUnits(given.write_units, allowance.units.write_units, `${at}.write_units`),
    }),
  };
}

function readMatch(given: unknown, { match }: Allowance, { where, outcome, at }: Place): Fault['match'] {
  if (!isObject(given)) throw invalid(at, 'must be an object with name, id or both');
  if (!match && Object.keys(given).length > 0)
    throw invalid(at, `must be left out: ${outcome} of ${where} strikes everything`);
  refuseUnknown(given, ['name', 'id'], `${at}: `);
  for (const [field, value] of Object.entries(given)) {
    const isGood = typeof value === 'string' && value.length > 0 && value.length <= LONGEST_MATCH;
    if (!isGood) throw invalid(`${at}.${field}`, `must be a text of 1 to ${LONGEST_MATCH} characters`);
  }
  return given as Fault['match'];
}

function readSeconds(given: unknown, { after_seconds, most_seconds: most }: Allowance, at: string): number | null {
  if (given === undefined || given === null) return after_seconds;
  if (typeof given === 'number' && given >= 0 && given <= most) return given;
  throw invalid(at, `${JSON.stringify(given)} must be a number from 0 to ${most}`);
}

function readTimes(given: unknown, { times }: Allowance, { where, outcome, at }: Place): number | null {
  if (given === undefined || given === null) return null;
  if (!times) throw invalid(at, `must be left out: ${outcome} of ${where} lasts until it is ended`);
  if (Number.isInteger(given) && (given as number) >= 1 && (given as number) <= MOST_TIMES) return given as number;
  throw invalid(at, `${JSON.stringify(given)} must be an integer from 1 to ${MOST_TIMES}`);
}

function readUnits(given: unknown, usual: number, at: string): number {
  if (given === undefined || given === null) return usual;
  if (Number.isInteger(given) && (given as number) >= 1 && (given as number) <= usual) return given as number;
  throw invalid(at, `${JSON.stringify(given)} must be an integer from 1 to ${usual}`);
}

function oneOf(given: unknown, allowed: readonly string[], at: string, context = ''): string {
  if (typeof given === 'string' && allowed.includes(given)) return given;
  const what = given === undefined ? 'is missing' : `${JSON.stringify(given)} is not known`;
  throw invalid(at, `${what}${context} (allowed: ${allowed.join(', ')})`);
}

function refuseUnknown(given: Fields, allowed: readonly string[], before: string): void {
  const unknown = Object.keys(given).find((name) => !allowed.includes(name));
  if (unknown === undefined) return;
  const list = allowed.join(', ');
  throw new ApiError('unknown_field', `${before}unknown field ${JSON.stringify(unknown)} (allowed: ${list})`);
}

const isObject = (given: unknown): given is Fields =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

const invalid = (at: string, rule: string) => new ApiError('validation_failed', `${at}: ${rule}`);
