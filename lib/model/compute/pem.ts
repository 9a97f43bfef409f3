/** A block of a text in PEM (RFC 7468). */
export interface PemBlock {
  /** Its label, such as `CERTIFICATE`. */
  readonly label: string;
  /** The whole block, including its first and last line. */
  readonly text: string;
}

/** The blocks of a text in PEM, in order. Text between them is ignored. */
export function pemBlocks(text: string): PemBlock[] {
  const parts = text.split('-----');
  const blocks: PemBlock[] = [];
  for (const [at, part] of parts.entries()) {
    const label = part.slice('BEGIN '.length);
    if (part !== `BEGIN ${label}` || parts[at + 2] !== `END ${label}`) continue;
    blocks.push({ label, text: `-----${part}-----${parts[at + 1]}-----END ${label}-----\n` });
  }
  return blocks;
}
