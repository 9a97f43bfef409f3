import { renderSVG } from 'uqr';

/** A QR code of the text as an SVG document, with the quiet zone that scanners need (ISO/IEC 18004), black on white. */
export function qrSvg(text: string): string {
  return renderSVG(text, { border: 4, ecc: 'M' });
}
