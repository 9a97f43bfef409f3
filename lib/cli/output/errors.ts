import { exits, Failure, SeveralFailed } from '#lib/cli/failure.ts';
import { SvcError } from '#lib/client/error.ts';
import { inCommands } from './in-commands.ts';
import { paint, plain, tell } from './terminal.ts';

/** A failure as it is told: exit code, sentence, code, request id, and a command that may help. */
interface Told {
  readonly exit: number;
  readonly error: string;
  readonly code: string;
  readonly status?: number;
  readonly request_id?: string | undefined;
  readonly hint?: string | undefined;
}

/** Exit codes that a code of the API has apart from its status. */
const byCode: Readonly<Record<string, number>> = {
  connection_failed: exits.unavailable,
  quota_exceeded: exits.unavailable,
  timed_out: exits.unavailable,
  invalid_reply: exits.unavailable,
  no_such_route: exits.other,
  method_not_allowed: exits.other,
};

const byStatus: Readonly<Record<number, number>> = {
  400: exits.usage,
  401: exits.login,
  402: exits.denied,
  403: exits.denied,
  404: exits.missing,
  409: exits.conflict,
  410: exits.missing,
  412: exits.conflict,
  413: exits.usage,
  415: exits.usage,
  422: exits.conflict,
  429: exits.unavailable,
};

const hints: Readonly<Record<string, string>> = {
  account_blocked: 'svc whoami',
  capacity_exhausted: 'svc platform health shows what the hosts can do; try again later for hosts that are full',
  connection_failed: 'npm start in a checkout starts a platform; svc context list shows the known ones',
  email_not_verified: 'svc account verify-email --code CODE',
  insufficient_balance: 'svc billing get; svc topup create --amount-paise 50000',
  invalid_credentials: 'svc account forgot-password --email ADDRESS',
  invalid_token: 'svc login',
  key_inactive: 'svc access-key list USER',
  missing_credentials: 'svc login, or svc register',
  operation_in_progress: 'the same command again in a moment',
  precondition_failed: 'get the resource again, and use its new ETag',
  quota_exceeded: 'svc quota list',
  rate_limited: 'the same command again in a second',
  token_expired: 'svc login',
};

/** Of what is protected, instances alone can be changed so that they are not. */
const unprotected = (message: string): string | undefined =>
  /termination.protection/.test(message) ? 'svc instance update NAME --no-termination-protection' : undefined;

/** How a failure is told, whatever it is. */
function toldOf(error: unknown): Told {
  if (error instanceof SvcError && error.cause instanceof Failure) return toldOf(error.cause);
  if (error instanceof Failure) return { exit: error.exit, error: error.message, code: error.code, hint: error.hint };
  if (!(error instanceof SvcError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { exit: error instanceof TypeError ? exits.usage : exits.other, error: message, code: 'failed' };
  }
  const { code, status, message, requestId } = error;
  return {
    exit: byCode[code] ?? byStatus[status] ?? (status >= 500 ? exits.unavailable : exits.other),
    error: message,
    code,
    ...(status > 0 && { status, request_id: requestId }),
    hint: code === 'protected' ? unprotected(message) : hints[code],
  };
}

/** Tells a failure on stderr, as JSON where that was asked for, and answers the exit code. */
export function tellFailure(error: unknown, asJson: boolean): number {
  if (!(error instanceof SeveralFailed)) return tellOne(error, asJson);
  const codes = error.failures.map(({ word, error: one }) => tellOne(one, asJson, word));
  if (!asJson) process.stderr.write(`${paint('svc:', 'red', process.stderr)} ${error.message}\n`);
  return codes.every((code) => code === codes[0]) ? (codes[0] ?? exits.other) : exits.other;
}

/** Tells one failure; of several, also with what it is about. */
function tellOne(error: unknown, asJson: boolean, about?: string): number {
  const { exit, hint, ...told } = toldOf(error);
  if (asJson) {
    const named = about === undefined ? told : { about, ...told };
    tell(JSON.stringify({ ...named, ...(hint !== undefined && { try: hint }) }));
    return exit;
  }
  const code = 'request_id' in told && told.request_id ? `${told.code}, ${told.request_id}` : told.code;
  const note = ['failed', 'usage'].includes(told.code) ? '' : ` (${code})`;
  const sentence = error instanceof SvcError ? inCommands(told.error) : told.error;
  const whole = about === undefined ? sentence : `${about}: ${sentence}`;
  process.stderr.write(`${paint('svc:', 'red', process.stderr)} ${plain(whole + note)}\n`);
  if (hint !== undefined) tell(`try: ${hint}`);
  return exit;
}
