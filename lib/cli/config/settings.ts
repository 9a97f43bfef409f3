import { usage } from '#lib/cli/failure.ts';
import { isPrivate } from '#lib/cli/forms.ts';
import { type Context, currentContext, readContext, unknownContext } from './contexts.ts';
import { checkVariables, variable } from './environment.ts';

/** What every command may say about how it is run. */
export interface Globals {
  readonly context?: string;
  readonly endpoint?: string;
  readonly output?: string;
  readonly columns?: string;
  readonly query?: string;
  readonly header?: boolean;
  readonly quiet?: boolean;
  readonly debug?: boolean;
  readonly yes?: boolean;
}

/** Where the credentials come from. */
export type Origin = 'context' | 'environment' | 'none';

/** What a command works with: flags before environment before context before what is found. */
export interface Settings {
  readonly endpoint: string;
  /** The context's name, also where there is none of that name yet. */
  readonly name: string;
  readonly context: Context | undefined;
  readonly origin: Origin;
  /** Where the context's login is, where that is another platform. */
  readonly other?: string;
}

const formats = ['table', 'json', 'yaml', 'jsonl', 'id'] as const;

/** A format of output. */
export type Format = (typeof formats)[number];

/** The platform and the credentials of a command. Refuses where no platform is known. */
export async function settings(globals: Globals): Promise<Settings> {
  checkVariables();
  const { name, context } = chosenContext(globals);
  // A context that is named on the command line is meant as a whole.
  const isMeant = globals.context !== undefined && context !== undefined;
  const given = globals.endpoint ?? (isMeant ? undefined : variable('SVC_ENDPOINT'));
  const endpoint = checkedEndpoint(given ?? context?.endpoint ?? (await (await import('./found.ts')).foundPlatform()));
  // Half a key is refused later: it must not fall back to the login of a context.
  const isGiven = variable('SVC_TOKEN') ?? variable('SVC_ACCESS_KEY_ID') ?? variable('SVC_SECRET_ACCESS_KEY');
  if (isGiven !== undefined && !isMeant) return { endpoint, name, context, origin: 'environment' };
  // The credentials of a context are for its own platform alone.
  if (context && sameAddress(context.endpoint, endpoint)) return { endpoint, name, context, origin: 'context' };
  const other = context?.endpoint;
  return { endpoint, name, context: undefined, origin: 'none', ...(other !== undefined && { other }) };
}

function chosenContext(globals: Globals): { name: string; context: Context | undefined } {
  const named = globals.context ?? variable('SVC_CONTEXT');
  const name = named ?? currentContext() ?? 'default';
  const context = readContext(name);
  if (named !== undefined && !context && !isComplete(globals)) throw unknownContext(named);
  return { name, context };
}

/** Whether the endpoint and the credentials are known without a context. */
const isComplete = ({ context, endpoint }: Globals): boolean =>
  endpoint !== undefined || (context === undefined && variable('SVC_ENDPOINT') !== undefined);

/** An address without a slash at its end. */
const bare = (address: string): string => (address.endsWith('/') ? address.slice(0, -1) : address);

const sameAddress = (one: string, other: string): boolean => bare(one) === bare(other);

/** An address that secrets may be sent to: https, or this machine. */
export function checkedEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw usage(`endpoint: "${text}" is not the address of a platform (https://api.example)`);
  if (!isPrivate(url))
    throw usage(`endpoint: ${text} would send credentials unencrypted (use https, or http to this machine)`);
  return bare(text);
}

/** The format that was asked for; `table` where none was. */
export function formatOf(globals: Globals, context?: Context): Format {
  const asked = globals.output ?? variable('SVC_OUTPUT') ?? context?.output ?? 'table';
  if ((formats as readonly string[]).includes(asked)) return asked as Format;
  throw usage(`output: "${asked}" is not a format (${formats.join(', ')})`);
}
