import { useState } from 'react';
import type { BackupSchedule, Instance } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Check, Field } from '#lib/web/parts/field.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say } from '#lib/web/parts/toasts.tsx';

/** Snapshots by the clock. */
export function Backups({ instance: { id, name } }: { instance: Instance }) {
  const { data, error, refetch } = useRead('getBackupSchedule', { id });
  if (error && !data) return <Problem error={error} again={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      {data.cron === null ? (
        <p>This instance is not backed up. Backups are scheduled snapshots; the oldest ones are deleted.</p>
      ) : (
        <Facts
          facts={[
            ['Backups', data.enabled ? 'on' : 'off'],
            ['Next', <Time key="next" at={data.next_run_at} />],
            ['Last', <Last key="last" schedule={data} />],
          ]}
        />
      )}
      <Schedule key={String(data.cron)} id={id} name={name} schedule={data} />
    </>
  );
}

function Last({ schedule: { last_run: run } }: { schedule: BackupSchedule }) {
  if (!run) return 'none yet';
  return (
    <>
      <Status status={run.status} /> <Time at={run.at} />
      {run.error && <div>{run.error}</div>}
    </>
  );
}

/** What is often wanted, as cron has it. */
const usual: Readonly<Record<string, string>> = {
  'every night at 03:00': '0 3 * * *',
  'every six hours': '0 */6 * * *',
  'every Sunday at 03:00': '0 3 * * 0',
};

function Schedule({ id, name, schedule }: { id: string; name: string; schedule: BackupSchedule }) {
  const [cron, setCron] = useState(schedule.cron ?? '0 3 * * *');
  const [timezone, setTimezone] = useState(schedule.timezone);
  const [keep, setKeep] = useState(String(schedule.retention_count));
  const [enabled, setEnabled] = useState(schedule.cron === null || schedule.enabled);
  const body = { cron, timezone, retention_count: Number(keep), enabled };
  return (
    <>
      <OperationForm
        operation="putBackupSchedule"
        args={{ id, body }}
        submit="Save"
        onDone={() => say('The backups are set.')}
      >
        {(error) => (
          <>
            <div className="row">
              {Object.entries(usual).map(([label, text]) => (
                <button key={text} type="button" aria-pressed={cron === text} onClick={() => setCron(text)}>
                  {label}
                </button>
              ))}
            </div>
            <Field
              label="When, as a cron expression"
              name="cron"
              error={error}
              hint="minute, hour, day of the month, month, day of the week"
            >
              <input value={cron} onChange={(event) => setCron(event.target.value)} required />
            </Field>
            <Field label="Time zone" name="timezone" error={error}>
              <input
                value={timezone}
                onChange={(event) => setTimezone(event.target.value)}
                list="time-zones"
                required
              />
            </Field>
            <datalist id="time-zones">
              {Intl.supportedValuesOf('timeZone').map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
            <Field label="Number of backups to keep" name="retention_count" error={error}>
              <input type="number" min="1" value={keep} onChange={(event) => setKeep(event.target.value)} required />
            </Field>
            <Check label="Back it up" checked={enabled} onChange={setEnabled} />
          </>
        )}
      </OperationForm>
      {schedule.cron !== null && (
        <div>
          <button type="button" className="danger" onClick={() => openDialog(removal(id, name))}>
            Remove the schedule
          </button>
        </div>
      )}
    </>
  );
}

const removal = (id: string, name: string) => (
  <Confirm
    operation="deleteBackupSchedule"
    args={{ id }}
    title="Remove the schedule"
    submit="Remove"
    name={name}
    preview
    said="This instance is no longer backed up."
  >
    No more backups are made. Existing backups are kept.
  </Confirm>
);
