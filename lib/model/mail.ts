/** What a mail is about (contract 4.11, `kind`), with what it says besides. */
export type Letter = { to: string } & (
  | { kind: 'verify_email'; code: string }
  /** Goes out only where somebody is registered under the address. */
  | { kind: 'reset_password'; token: string }
  /** A tax invoice or credit note; the link is good for a week. */
  | { kind: 'invoice'; document: 'invoice' | 'credit_note'; number: string; total: string; link: string }
  | { kind: 'team_invite'; token: string; account_name: string; invited_by: string; role: string }
);

/** A letter written out, as it is sent to the one address of `to`. */
export interface Mail {
  id: string;
  /** RFC 3339, civil clock. */
  at: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  kind: Letter['kind'];
  /** What the reader is to type, follow, or paste; also in the text. */
  code?: string;
  token?: string;
  link?: string;
}
