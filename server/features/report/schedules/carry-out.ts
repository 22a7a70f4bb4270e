/** One run of a schedule: its report made with the rights that the owner has now, stored together with the end of the run, or failed with a reason that the owner is told. */
import { sql } from 'kysely'
import { USUAL_LINK_DAYS } from '../../../../model/reports/schedule.ts'
import type { LateReadings } from '../../../acquisition/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { callerOf } from '../../../kernel/authorization/caller.ts'
import { identityOf } from '../../../kernel/authorization/user-identity.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import { failureInWords, isPassing } from '../../../kernel/http/failures.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import type { DueWork } from '../../../kernel/runtime/scheduler-runner.ts'
import { LostWork } from '../../../kernel/runtime/scheduler-runner.ts'
import type { Services } from '../../../kernel/services.ts'
import { notifyPeople } from '../../../messaging/index.ts'
import { fillToWrite } from '../../../reports/index.ts'
import { issue } from '../shared/issue.ts'
import type { WrittenReport } from '../shared/make-sheet.ts'
import { documentsOf } from '../shared/make-sheet.ts'
import { makeReport } from '../shared/made.ts'
import { serialiseReports } from '../shared/pages.ts'
import type { MadeFile } from './files.ts'
import { runFailureOf, sentenceOf } from './failure.ts'
import { discardFiles, keepFiles, writeFiles } from './files.ts'
import { recipientsOf } from './recipients.ts'
import { assertMayHave } from './rights.ts'
import type { ScheduleRow } from './rows.ts'
import { NOTIFYING, askedOf, holdSchedules } from './rows.ts'

/** What takes its server down, or finds the database away, so often is given up: the next period is another one. */
const MAX_TRIES = 3
/** What the owner is told of a failure is shown for so long. */
const NOTICE_HOURS = 168
const PAGE = '/reports/schedule'

export interface ToCarryOut {
  readonly runId: string
  /** The first day of the period, `yyyy-MM-dd`. */
  readonly day: string
  readonly schedule: ScheduleRow
  readonly late: LateReadings
  /** Ends the work, with what follows from it. */
  finish(tx: Transaction): Promise<void>
}

/** Makes the report, or stores why it cannot be made. @throws Error for what may go away by itself: then it is tried again */
export async function carryOut(services: Services, work: DueWork, toDo: ToCarryOut): Promise<void> {
  const began = services.clock.now()
  try {
    if (work.attempt > MAX_TRIES) fail('job.interrupted')
    await make(services, work, toDo, began)
  } catch (thrown) {
    if (thrown instanceof LostWork || work.signal.aborted) throw thrown
    const error = failureInWords(thrown)
    const isOurs = !(error instanceof Failure)
    if ((isOurs || isPassing(error) || error.details.retryAfter !== undefined) && work.attempt < MAX_TRIES) throw error
    await storeFailure(services, work, toDo, isOurs ? new Failure('server.failed', { values: { reference: toDo.runId } }) : error, began)
    // The log has what nobody can be told.
    if (isOurs) throw error
  }
}

/** Whose rights a schedule has, as of now. @throws Failure `schedule.owner` */
export async function ownerOf(
  services: Pick<Services, 'transactions' | 'grants'>,
  tenantId: DueWork['tenantId'],
  schedule: ScheduleRow,
  runId: string,
): Promise<Caller> {
  const { ownerId: userId, language } = schedule
  const identity =
    userId === null ? undefined : await identityOf(services.transactions, services.grants, { tenantId, userId, sessionId: runId })
  return identity ? callerOf(identity, undefined, language) : fail('schedule.owner')
}

async function make(services: Services, work: DueWork, toDo: ToCarryOut, began: number): Promise<void> {
  const { tenantId, signal } = work
  const { runId, day, schedule } = toDo
  const { language } = schedule
  const owner = await ownerOf(services, tenantId, schedule, runId)
  const t = translatorFor(language)
  const actor = { tenantId, userId: owner.userId, rows: owner.rows, operationId: runId }
  const inTenant = <Result>(each: (tx: Transaction) => Promise<Result>) => services.transactions.inTenant(actor, each)
  await inTenant((tx) => assertMayHave(tx, owner, t, schedule, began))
  const making = { services, caller: owner, t, language, extent: 'job' as const, inTenant, signal }
  const asked = askedOf(schedule, day)
  const store = (tx: Transaction, made: WrittenReport, more: { readonly files?: readonly MadeFile[]; readonly issuedId?: string }) =>
    storeMade(tx, services, toDo, { owner, made, began, ...more })
  if (schedule.issues) {
    await issue(making, asked, undefined, (tx, { id: issuedId }, made) => store(tx, made, { issuedId }))
    return
  }
  // In its turn until it is written, as exports are.
  const { made, files } = await serialiseReports(
    tenantId,
    async () => {
      const report = await makeReport(making, asked, fillToWrite)
      const writer = await report.sheet.open(schedule.formats[0] ?? 'pdf')
      try {
        const written = { ...report, rows: writer.rows }
        return { made: written, files: await writeFiles(services, report, writer, schedule.formats, signal) }
      } finally {
        await writer.close()
      }
    },
    making.extent,
  )
  try {
    await inTenant((tx) => store(tx, made, { files }))
  } catch (error) {
    await discardFiles(services, files)
    throw error
  }
}

interface Stored {
  readonly owner: Caller
  readonly made: WrittenReport
  readonly began: number
  readonly files?: readonly MadeFile[]
  readonly issuedId?: string
}

/** Ends the run with what it has made, and the work with it: all or nothing. @throws LostWork where somebody else has ended it, or the schedule is another by now */
async function storeMade(tx: Transaction, services: Services, toDo: ToCarryOut, of: Stored): Promise<void> {
  const { runId, schedule, late } = toDo
  const { owner, made, began, files = [], issuedId } = of
  // First, as whoever saves it does: it stays as it is until this is stored, or is another one already.
  const [now] = await holdSchedules(tx, [schedule.id])
  // Whoever lost the lease stores nothing.
  await toDo.finish(tx)
  // Whoever has saved it meanwhile has told other people to be told, and answers for it with other rights.
  if (now?.version !== schedule.version || now.ownerId !== owner.userId) throw new LostWork()
  const days = schedule.linkDays ?? USUAL_LINK_DAYS
  const ended = await tx.run(
    build
      .updateTable('schedule_runs')
      .set({
        run_state: 'done',
        finished_at: sql<Date>`now()`,
        took_ms: services.clock.now() - began,
        row_count: made.rows,
        owner_id: owner.userId,
        owner_name: owner.username,
        owner_scope: owner.rows.sets === undefined ? null : JSON.stringify(owner.rows.sets),
        report_title: made.name,
        period_name: made.period,
        issued_id: issuedId ?? null,
        documents: JSON.stringify(documentsOf(made)),
        late_points: late.points,
        late_devices: [...late.devices],
        expires_at: sql<Date>`to_timestamp(${services.clock.now() + days * 86_400_000}::float8 / 1000)`,
      })
      .where('id', '=', runId)
      .where('run_state', '=', 'running'),
  )
  if (ended === 0) throw new LostWork()
  await keepFiles(tx, services, runId, files)
  const recipients = await recipientsOf(tx, schedule)
  if (recipients.users.length + recipients.mails.length > 0)
    await services.scheduler.schedule(tx, { kind: NOTIFYING, key: runId, dueAt: new Date(services.clock.now()), payload: recipients })
  await noteLast(tx, schedule.id, 'done')
}

const noteLast = (tx: Transaction, id: string, state: 'done' | 'failed') =>
  tx.run(
    build
      .updateTable('report_schedules')
      .set({ last_run_at: sql<Date>`now()`, last_run_state: state })
      .where('id', '=', id),
  )

async function storeFailure(services: Services, { tenantId }: DueWork, toDo: ToCarryOut, failure: Failure, began: number): Promise<void> {
  const { transactions, invalidations, clock } = services
  const { runId, schedule, late } = toDo
  const t = translatorFor(schedule.language)
  const stored = runFailureOf(failure)
  await transactions.inTenant({ tenantId }, async (tx) => {
    await toDo.finish(tx)
    const owner = await tx.first(
      build
        .selectFrom('users')
        .select(['id', 'username'])
        .where('id', '=', schedule.ownerId ?? runId),
    )
    const ended = await tx.run(
      build
        .updateTable('schedule_runs')
        .set({
          run_state: 'failed',
          finished_at: sql<Date>`now()`,
          took_ms: clock.now() - began,
          error_code: stored.code,
          error_values: JSON.stringify(stored.values),
          owner_id: owner?.id ?? null,
          owner_name: owner?.username ?? null,
          late_points: late.points,
          late_devices: [...late.devices],
        })
        .where('id', '=', runId)
        .where('run_state', 'in', ['running', 'waiting']),
    )
    if (ended === 0) return
    await noteLast(tx, schedule.id, 'failed')
    await notifyPeople(tx, invalidations, {
      tenantId,
      userIds: owner ? [owner.id] : [],
      roleIds: [],
      organisationIds: [],
      title: t('schedule.failed-title', { schedule: schedule.name }),
      lines: [t('schedule.failed-day', { day: toDo.day }), sentenceOf(stored, t)],
      links: [{ text: t('menu.reportschedule'), path: PAGE }],
      hours: NOTICE_HOURS,
      byMail: true,
      language: schedule.language,
    })
  })
}
