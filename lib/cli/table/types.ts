/** How the text of a flag becomes a value. */
export type FlagType =
  | 'boolean'
  | 'integer'
  | 'json'
  | 'list'
  | 'map'
  | 'number'
  | 'numbers'
  | 'objects'
  | 'secret'
  | 'string'
  | 'text';

/** A field of the objects that a flag such as `--listener protocol=http,port=80` makes. */
export interface ObjectField {
  readonly name: string;
  readonly type: 'boolean' | 'integer' | 'list' | 'number' | 'string';
  readonly required?: boolean;
}

/** A flag of one command, made from a query parameter or from a field of the body. */
export interface Flag {
  /** Without its dashes. */
  readonly name: string;
  /** The same in the document's own words, where that differs. */
  readonly also?: string;
  readonly in: 'body' | 'query';
  /** Where the value goes: names from the outermost object to the field. */
  readonly at: readonly string[];
  readonly type: FlagType;
  readonly about: string;
  /** A value that is allowed, where the sentence alone does not show how one is written. */
  readonly example?: string;
  /** The values that are allowed. */
  readonly values?: readonly string[];
  /** The default of the document, as JSON. */
  readonly default?: unknown;
  readonly required?: boolean;
  /** Whether `null` clears the field. */
  readonly nullable?: boolean;
  /** The noun whose names are accepted in place of ids. */
  readonly noun?: string;
  readonly fields?: readonly ObjectField[];
}

/** What stands after the verb. */
export interface Argument {
  /** The parameter of the path, or the field of the body. */
  readonly name: string;
  readonly in: 'body' | 'path';
  /** What it is given by: `name or id`. */
  readonly by: string;
  /** The noun whose names are accepted in place of ids. */
  readonly noun?: string;
}

/** One operation as a command. */
export interface Command {
  readonly noun: string;
  readonly verb: string;
  readonly operation: string;
  readonly summary: string;
  readonly about: string;
  readonly args: readonly Argument[];
  readonly flags: readonly Flag[];
  /** Which it takes of `--dry-run`, `--if-match` and `--wait-timeout`. */
  readonly takes: readonly ('dryRun' | 'ifMatch' | 'wait')[];
  readonly method: string;
  readonly hasBody?: boolean;
  /** The field of the reply that has the items of a list. */
  readonly items?: string;
  /** Columns of its table. */
  readonly columns: readonly string[];
}
