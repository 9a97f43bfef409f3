/** Something that reads what comes from outside. */
export interface Reader {
  name: string;
  /** The longest text that is let in. */
  full: number;
  /** It looks at the length of what it is given alone. */
  once?: boolean;
  /** Reads it; what it throws is its refusal. */
  read: (text: string) => unknown;
}
