/* The library is large and rarely needed: it is loaded when it is. */
import { parse, stringify } from 'yaml';

/** A value as YAML. */
export const toYaml = (value: unknown): string => stringify(value, { lineWidth: 0 });

/** The value of a YAML or JSON text. Throws where it is neither. */
export const fromYaml = (text: string): unknown => parse(text);
