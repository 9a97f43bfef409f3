import { handCommands, isOfInstance } from './commands/list.ts';
import { usage } from './failure.ts';
import { isPlainWord, shellWord } from './forms.ts';
import { globalOptions, verbAliases } from './program.ts';
import { commandsOf } from './table/commands.ts';
import { creates, reads } from './table/deeds.ts';
import { commandsElsewhere, groupsElsewhere, nounElsewhere, verbGroups } from './table/elsewhere.ts';
import { nounOf } from './table/nouns.ts';
import type { Command } from './table/types.ts';

/** A command line in our words. */
export interface Guess {
  readonly words: readonly string[];
  /** Whether it only reads or creates, so that it may run although it was written in other words. */
  readonly isSafe: boolean;
}

/** What a noun is taken for where a verb stands alone: `svc launch web`. */
const usualNoun = 'instance';

/**
 * The command that was meant by words that are not ours: verbs before nouns, and nouns and verbs of other clouds.
 * Answers undefined where the words are ours, and where nothing is known that they could mean.
 */
export function guess(words: readonly string[]): Guess | undefined {
  const [one, two] = plainPlaces(words);
  const [first, second] = [one, two].map((at) => (at === undefined ? undefined : words[at]));
  if (one === undefined || first === undefined) return undefined;
  const rest = (...used: (number | undefined)[]) => words.filter((_, at) => !used.includes(at));
  if (first === 'help') return { words: [...rest(one), '--help'], isSafe: true };
  if (isOurs(first, second)) return undefined;
  const whole = second === undefined ? undefined : namedElsewhere(`${first} ${second}`, rest(one, two));
  const alone = whole ?? namedElsewhere(first, rest(one));
  if (alone) return alone;
  const apart = takenApart(first);
  if (apart) return guess([...apart, ...rest(one)]);
  return ofGroup(first, rest(one)) ?? inOrder(first, second, { one: rest(one), both: rest(one, two) });
}

/** A noun and a verb in either order; a verb alone is about instances. */
function inOrder(
  first: string,
  second: string | undefined,
  rest: { readonly one: readonly string[]; readonly both: readonly string[] },
): Guess | undefined {
  const [noun, later] = [nounMeant(first), second === undefined ? undefined : nounMeant(second)];
  if (noun !== undefined)
    return namedElsewhere(`${noun} ${second}`, rest.both) ?? meant({ noun, verb: second, rest: rest.both });
  if (later === undefined) return meant({ noun: usualNoun, verb: first, rest: rest.one });
  return meant({ noun: later, verb: first, rest: rest.both });
}

const nounMeant = (word: string): string | undefined => nounOf(word) ?? nounElsewhere(word);

/** A command that is one of ours under another name. One word alone is safe only where no other follows it. */
function namedElsewhere(name: string, rest: readonly string[]): Guess | undefined {
  const found = [name, name.replace(/s(?= |$)/, '')].find((one) => Object.hasOwn(commandsElsewhere, one));
  const { ours, isSafe } = commandsElsewhere[found ?? ''] ?? {};
  if (ours === undefined || isSafe === undefined) return undefined;
  const isAlone = name.includes(' ') || !isSafe || rest.every((word) => word.startsWith('-'));
  return isAlone ? { words: [...ours.split(' '), ...rest], isSafe } : undefined;
}

/** Verb and noun of one word, as AWS has them: `describe-instances`. */
function takenApart(word: string): [string, string] | undefined {
  const [verb = '', ...parts] = word.split('-');
  const noun = parts.join('-');
  const isVerb = Object.values(verbGroups).some((group: readonly string[]) => group.includes(verb));
  return isVerb && nounMeant(noun) !== undefined ? [verb, noun] : undefined;
}

/** What stands after the name of a service or group: `compute droplet list`. */
function ofGroup(first: string, words: readonly string[]): Guess | undefined {
  if (!groupsElsewhere.includes(first)) return undefined;
  const [one, two] = plainPlaces(words).map((at) => words[at] ?? '');
  if (one === undefined) return undefined;
  const command = two === undefined ? undefined : commandFor(commandsOf(nounOf(one)), two);
  return command ? { words, isSafe: reads(command) || creates(command) } : guess(words);
}

/** Refuses what could take something away, with the command that does it. Answers the words of any other guess. */
export function allowed({ words, isSafe }: Guess, given: readonly string[]): readonly string[] {
  const command = inShell(words);
  if (!isSafe) throw usage(`"svc ${given.slice(0, 2).join(' ')}" is not a command`, command);
  return words;
}

/** The flag of a command that one was meant for, by a part of its name or the noun of another cloud: `--type`. */
export function flagMeant({ flags }: Pick<Command, 'flags'>, word: string): string | undefined {
  const noun = nounOf(word) ?? nounElsewhere(word);
  const names = flags.map(({ name }) => name);
  return names.find((name) => name === noun) ?? names.find((name) => name.split('-').includes(word));
}

/** A command line as a shell takes it. */
export const inShell = (words: readonly string[]): string => ['svc', ...words.map(typed)].join(' ');

const typed = (word: string): string => (isFlag(word) ? word : shellWord(word));

const isFlag = (word: string): boolean => /^--?[a-z]/i.test(word) && isPlainWord(word.replace(/^-+/, ''));

interface Wording {
  readonly noun: string;
  readonly verb: string | undefined;
  readonly rest: readonly string[];
}

function meant({ noun, verb, rest }: Wording): Guess | undefined {
  if (verb === undefined) return { words: [noun, ...rest, '--help'], isSafe: true };
  if (noun === usualNoun && isOfInstance(verb)) return { words: [verb, ...rest], isSafe: true };
  const commands = commandsOf(noun);
  const found = commandFor(commands, verb);
  // "describe images" names none of them.
  const isWhole = found?.verb === 'get' && found.args.length > 0 && rest.every((word) => word.startsWith('-'));
  const command = isWhole ? (commandFor(commands, 'list') ?? found) : found;
  if (!command) return undefined;
  return {
    words: [noun, command.verb, ...rest],
    isSafe: reads(command) || creates(command) || rest.includes('--help'),
  };
}

/** The command of a noun that a verb stands for: the verb itself, or another of the same meaning. */
function commandFor(commands: readonly Command[], verb: string): Command | undefined {
  const named = commands.find((one) => one.verb === verb || verbAliases[one.verb]?.includes(verb));
  if (named) return named;
  const groups = Object.values(verbGroups).filter((group: readonly string[]) => group.includes(verb));
  // What has no page of its own is read in a list.
  const same = groups.flat().concat(groups.flat().includes('get') ? ['list'] : []);
  return same.flatMap((word) => commands.find((one) => one.verb === word) ?? [])[0];
}

/** Whether these are a command of ours, or as much of one as has been written. */
function isOurs(first: string, second: string | undefined): boolean {
  const byHand = handCommands.filter(({ name }) => name === first);
  if (byHand.some(({ verb }) => verb === undefined)) return true;
  const noun = nounOf(first);
  if (noun === undefined) return false;
  if (second === undefined || byHand.some(({ verb }) => verb === second)) return true;
  return commandsOf(noun).some(({ verb }) => verb === second || verbAliases[verb]?.includes(second));
}

/** Where words stand that are neither flags of every command nor their values. */
function plainPlaces(words: readonly string[]): number[] {
  const valued = globalOptions().filter(({ required }) => required);
  const takesNext = (word: string) => valued.some(({ long, short }) => word === long || word === short);
  const places: number[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (takesNext(word)) at += 1;
    else if (!word.startsWith('-')) places.push(at);
  }
  return places;
}
