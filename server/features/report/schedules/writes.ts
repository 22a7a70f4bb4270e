/** What adding, changing and removing a schedule entails: whoever saves it answers for it, and its next time is planned anew. */
import { reportSchedules } from '../../../../model/index.ts'
import { readParamsText } from '../../../../model/reports/params-text.ts'
import type { ScheduleFormat } from '../../../../model/reports/schedule.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure } from '../../../kernel/errors.ts'
import type { Asking, Refusals, Values } from '../../../kernel/resources/noun-writes.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { missReplanned } from './open-runs.ts'
import type { ScheduledReport } from './rights.ts'
import { refusalToHave } from './rights.ts'
import { holdSchedules, plan, readSchedules } from './rows.ts'

const idsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
/** Whether a change does nothing else than to turn a schedule off: its template may have other parameters by now. */
const onlyPauses = (values: Values): boolean => Object.keys(values).join() === 'scheduleStatus' && Number(values['scheduleStatus']) === 0
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** What the row asks for once these values stand in it. */
function wantedOf(values: Values, before?: ScheduledReport & { readonly code?: string | undefined }): ScheduledReport {
  const given = <Value>(name: string, read: (value: unknown) => Value, otherwise: Value) =>
    name in values ? read(values[name]) : otherwise
  const reports = 'reportCode' in values || 'templateId' in values
  return {
    report: reports ? (textOf(values['reportCode']) ?? textOf(values['templateId']) ?? before?.report ?? '') : (before?.report ?? ''),
    deviceId: given('deviceId', textOf, before?.deviceId),
    siteId: given('siteId', textOf, before?.siteId),
    pointIds: given('pointId', idsOf, before?.pointIds ?? []),
    params: given('reportParams', (value) => readParamsText(textOf(value)), before ? before.params : {}),
    issues: given('issues', (value) => Number(value) === 1, before?.issues ?? false),
    formats: given('scheduleFormats', (value) => String(value).split(',') as ScheduleFormat[], before?.formats ?? []),
  }
}

async function judge(
  tx: Transaction,
  { caller, t, services }: Asking,
  wanted: readonly (ScheduledReport | undefined)[],
): Promise<Refusals> {
  const refused = new Map<number, Failure>()
  for (const [at, each] of wanted.entries()) {
    if (!each) continue
    // It would act with all that its person may do, and a token may do less (docs/decisions/0025-what-imports-hand-out-and-who-starts-jobs.md).
    const refusal = caller.client ? new Failure('job.application') : await refusalToHave(tx, caller, t, each, services.clock.now())
    if (refusal) refused.set(at, refusal)
  }
  return refused
}

export const scheduleWrites = writes(reportSchedules, {
  add: {
    judge: (tx, asking, rows) =>
      judge(
        tx,
        asking,
        rows.map(({ values }) => wantedOf(values)),
      ),
    async apply(tx, { caller, services }, rows, insert) {
      await insert(rows.map((row) => ({ ...row, columns: { ...row.columns, owner_id: caller.userId } })))
      await plan(
        tx,
        services,
        rows.map(({ id }) => id),
      )
    },
  },
  change: {
    async judge(tx, asking, changes) {
      const rows = await readSchedules(
        tx,
        changes.map(({ id }) => id),
      )
      return judge(
        tx,
        asking,
        changes.map(({ id, values }) => {
          const before = rows.find((row) => row.id === id)
          return before && { ...wantedOf(values, before), isPaused: onlyPauses(values) }
        }),
      )
    },
    async apply(tx, { caller, services }, changes, update) {
      const written = await update(changes.map((change) => ({ ...change, columns: { ...change.columns, owner_id: caller.userId } })))
      await plan(
        tx,
        services,
        changes.map(({ id }) => id),
      )
      await missReplanned(
        tx,
        changes.map(({ id }) => id),
      )
      return written
    },
  },
  remove: {
    async apply(tx, { services }, ids, remove) {
      // A run that ends meanwhile adds no more files.
      await holdSchedules(tx, ids)
      const files = await tx.all(
        build
          .selectFrom('schedule_files as file')
          .innerJoin('schedule_runs as run', (on) => on.onRef('run.tenant_id', '=', 'file.tenant_id').onRef('run.id', '=', 'file.run_id'))
          .select('file.blob_id')
          .where('run.schedule_id', 'in', ids),
      )
      const removed = await remove()
      for (const { blob_id: blob } of files) await services.blobs.drop(tx, blob)
      await plan(tx, services, ids)
      return removed
    },
  },
})
