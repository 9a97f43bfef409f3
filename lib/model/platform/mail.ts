/** The kind of a mail (`kind` of contract 4.11), and the values that its text needs. */
export type Letter = { to: string } & (
  | { kind: 'verify_email'; code: string }
  /** Sent only if the address is registered. `takes_over` if the address was never verified. */
  | { kind: 'reset_password'; token: string; takes_over?: boolean }
  /** A tax invoice or credit note. The link is valid for a week. */
  | { kind: 'invoice'; document: 'invoice' | 'credit_note'; number: string; total: string; link: string }
  /** The wallet lasts `days` more days; 0 if the account's resources are about to be stopped. */
  | { kind: 'low_balance'; days: number; balance: string }
  | { kind: 'account_stopped'; balance: string }
  /** A debit under a mandate, announced a day ahead. */
  | { kind: 'mandate_notice'; amount: string; debit_at: string }
  | { kind: 'budget_alert'; percent: number; spent: string; limit: string }
  /** Something has failed, and the owner may have to act. */
  | { kind: 'failure'; title: string; message: string; at: string }
  | { kind: 'team_invite'; token: string; account_name: string; invited_by: string; role: string }
);

/** A rendered letter, to be sent to the one address `to`. */
export interface Mail {
  id: string;
  /** RFC 3339, civil clock. */
  at: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  kind: Letter['kind'];
  /** The code, token or link for the reader. The text also contains it. */
  code?: string;
  token?: string;
  link?: string;
}
