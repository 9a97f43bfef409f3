/** What a mail is about (`kind` of contract 4.11), with what it says besides. */
export type Letter = { to: string } & (
  | { kind: 'verify_email'; code: string }
  /** Goes out only where somebody is registered under the address; `takes_over` where the address was never verified. */
  | { kind: 'reset_password'; token: string; takes_over?: boolean }
  /** A tax invoice or credit note; the link is good for a week. */
  | { kind: 'invoice'; document: 'invoice' | 'credit_note'; number: string; total: string; link: string }
  /** The wallet lasts so many days more, 0 for none: what runs is then stopped soon. */
  | { kind: 'low_balance'; days: number; balance: string }
  | { kind: 'account_stopped'; balance: string }
  /** A debit under a mandate, announced a day ahead. */
  | { kind: 'mandate_notice'; amount: string; debit_at: string }
  | { kind: 'budget_alert'; percent: number; spent: string; limit: string }
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
