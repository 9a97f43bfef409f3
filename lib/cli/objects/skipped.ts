import { Failure } from '#lib/cli/failure.ts';
import { plain } from '#lib/cli/output/terminal.ts';
import { type Place, written } from './place.ts';

/** An object that is left out of a copy since its key cannot be a file where files go; the others are copied. */
export class Skipped extends Failure {
  constructor(place: Place, reason: string) {
    super(`${plain(written(place))}: ${reason}`, {
      code: 'unsafe_key',
      hint: 'svc cp s3://bucket/KEY FILE, which names the file',
    });
  }
}
