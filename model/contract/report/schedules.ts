/** Scheduled reports: their runs, one now, and what people who are told of them get. Moments are milliseconds since 1970. */
import * as z from 'zod/mini'
import { reportSchedules } from '../../report/report-schedules.ts'
import { RUN_STATES, RUN_TRIGGERS, SCHEDULE_FORMATS } from '../../reports/schedule.ts'
import { ISSUED_STATES } from '../../reports/issued.ts'
import { pageInput, uuid } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const PATH = reportSchedules.api.base
const LINK = '/report/link'
const format = z.enum(SCHEDULE_FORMATS)
/** So many are read at once unless said otherwise. */
export const RUNS_ON_A_PAGE = 20

/** Makes the report of the newest period that is over, and tells its recipients of it, whether or not it was made before. */
export const runReportSchedule = contract({
  method: 'POST',
  path: `${PATH}/runReportSchedule`,
  input: z.strictObject({ id: uuid }),
  output: z.strictObject({ runId: z.string() }),
})

/** What became of each period, the newest first. */
export const queryScheduleRun = contract({
  method: 'GET',
  path: `${PATH}/queryScheduleRun`,
  input: z.object({ id: uuid, ...pageInput({ size: RUNS_ON_A_PAGE, max: 100 }) }),
  output: z.strictObject({
    total: z.number(),
    list: z.array(
      z.strictObject({
        id: z.string(),
        /** The first day of its period, `yyyy-MM-dd`. */
        day: z.string(),
        state: z.enum(RUN_STATES),
        trigger: z.enum(RUN_TRIGGERS),
        startedAt: z.nullable(z.number()),
        finishedAt: z.nullable(z.number()),
        ms: z.nullable(z.number()),
        rows: z.nullable(z.number()),
        /** Why it failed, in the language of the caller. */
        error: z.nullable(z.string()),
        /** Whose rights it was made with; null for whoever does not see the names of users. */
        owner: z.nullable(z.string()),
        issuedId: z.nullable(z.string()),
        reportNumber: z.nullable(z.string()),
        /** Points whose readings were not put together yet, after the longest wait; devices of theirs that the caller sees. */
        latePoints: z.number(),
        lateDevices: z.array(z.string()),
        /** How many were told. */
        recipients: z.number(),
        expiresAt: z.nullable(z.number()),
      }),
    ),
  }),
})
export type ScheduleRun = OutputOf<typeof queryScheduleRun>['list'][number]

const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const received = z.strictObject({
  title: z.string(),
  period: z.string(),
  tenant: z.string(),
  zone: z.string(),
  madeAt: z.number(),
  expiresAt: z.number(),
  /** Of a report that was issued: whether it still holds. */
  reportNumber: z.nullable(z.string()),
  reportState: z.nullable(z.enum(ISSUED_STATES)),
  files: z.array(z.strictObject({ format, size: z.number() })),
})
export type ReceivedReport = z.output<typeof received>

/** What the link in a mail leads to, for anybody who has it, until it expires. */
export const openReportLink = contract({
  method: 'POST',
  path: `${LINK}/openReportLink`,
  input: z.strictObject({ token }),
  output: received,
})
export const downloadReportLink = contract({ method: 'POST', path: `${LINK}/downloadReportLink`, input: z.strictObject({ token, format }) })

/** The same for a person of the tenant who was told of a report, and for nobody else. */
export const queryReceivedReport = contract({
  method: 'GET',
  path: `${LINK}/queryReceivedReport`,
  input: z.object({ id: uuid }),
  output: received,
})
export const downloadReceivedReport = contract({
  method: 'GET',
  path: `${LINK}/downloadReceivedReport`,
  input: z.object({ id: uuid, format }),
})
