import * as z from 'zod/mini'
import { CLOCK_TIME, minutesOf } from '../acquisition/clock-time.ts'
import { integer, list, oneOf, reference, references, text, time } from '../fields.ts'
import { languages } from '../language.ts'
import { MAX_REPORT_POINTS, REPORT_CODES } from '../reports/built-in/asked.ts'
import { PERIODS } from '../reports/period.ts'
import { MAX_LINK_DAYS, MAX_OFFSET_DAYS, RUN_STATES, SCHEDULE_FORMATS } from '../reports/schedule.ts'
import { resource, ruleOver } from '../resource.ts'
import { anyOf, oneself } from '../row-scope.ts'

const BASE = '/report/schedule'
const MAX_MAIL_CHARACTERS = 1000
/** Addresses outside that one schedule writes to: a schedule is no way to send mail to many, and each of them gets a link of its own to keep. */
const MAX_MAILS = 20

/** Addresses of a list, as it comes or as it is stored. */
const countOf = (value: unknown): number =>
  Array.isArray(value) ? value.length : typeof value === 'string' ? value.split(',').filter(Boolean).length : 0

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** It is of one report: a built-in one, or a template. */
const scheduleRule = ruleOver(['reportCode', 'templateId', 'runAt', 'mailTo'], (row) => {
  const { reportCode, templateId, runAt, mailTo } = row
  if (isGiven(reportCode) === isGiven(templateId))
    return { field: isGiven(reportCode) ? 'templateId' : 'reportCode', code: 'check.one-report' }
  if (countOf(mailTo) > MAX_MAILS) return { field: 'mailTo', code: 'check.mails' }
  return minutesOf(runAt) === undefined ? { field: 'runAt', code: 'check.clock-time' } : undefined
})

/**
 * Reports that are made by themselves once a period is over, and told to people. They are made with the rights that the owner has at that moment: whoever
 * saved the schedule last (docs/decisions/0152-schedules-of-reports.md).
 */
export const reportSchedules = resource({
  name: 'report-schedules',
  api: { base: BASE, noun: 'ReportSchedule' },
  table: 'report_schedules',
  scope: 'tenant',
  ownedBy: anyOf(oneself('owner_id')),
  menu: 'reportschedule',
  title: 'scheduleName',
  order: ['createTime', 'descend'],
  unique: ['scheduleName'],
  rule: scheduleRule,
  calls: { runs: `${BASE}/queryScheduleRun`, start: `${BASE}/runReportSchedule` },
  fields: {
    scheduleName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    reportCode: oneOf({ of: REPORT_CODES, filter: 'equals', sort: true }),
    templateId: reference({ to: 'report-templates', show: 'template_name', filter: 'equals' }),
    deviceId: reference({ to: 'devices', show: 'device_name', filter: 'equals' }),
    siteId: reference({ to: 'sites', show: 'site_name', filter: 'equals' }),
    /** Of a report that takes points (`takesPoints`): these alone; all of them without any. */
    pointId: references({
      to: 'points',
      show: 'point_name',
      through: { table: 'report_schedule_points', from: 'schedule_id', to: 'point_id' },
      max: MAX_REPORT_POINTS,
    }),
    /** Values of the parameters of its report, as JSON (model/reports/params-text.ts), which the server looks at. */
    reportParams: text({ max: 4000 }),
    /** Also the period that the report is of. */
    rhythm: oneOf({ of: PERIODS, required: true, filter: 'equals', sort: true }),
    /** By the clock of the tenant, on the day after the period or so many days later. */
    runAt: text({ max: 5, format: CLOCK_TIME, required: true, sort: true }),
    offsetDays: integer({ min: 0, max: MAX_OFFSET_DAYS }),
    /** Issued, with a number: 1; otherwise its files alone are made. */
    issues: oneOf({ of: [0, 1], required: true, filter: 'equals' }),
    scheduleFormats: list({ each: z.enum(SCHEDULE_FORMATS), separator: ',', max: 16, of: SCHEDULE_FORMATS, required: true }),
    userId: references({ to: 'users', show: 'username', through: { table: 'report_schedule_users', from: 'schedule_id', to: 'user_id' } }),
    recipientRoleId: references({
      to: 'roles',
      show: 'role_name',
      through: { table: 'report_schedule_roles', from: 'schedule_id', to: 'role_id' },
    }),
    /** Of people who may have no account: they get a link. */
    mailTo: list({ each: z.email({ pattern: z.regexes.html5Email }), separator: ',', max: MAX_MAIL_CHARACTERS }),
    linkDays: integer({ min: 1, max: MAX_LINK_DAYS }),
    scheduleLanguage: oneOf({ of: languages, required: true }),
    /** 0: paused. */
    scheduleStatus: oneOf({ of: [1, 0], required: true, filter: 'equals', sort: true }),
    ownerId: reference({ to: 'users', show: 'username', write: 'never', filter: 'equals' }),
    nextRunAt: time({ write: 'never', sort: true }),
    lastRunAt: time({ write: 'never', sort: true }),
    lastRunState: oneOf({ of: RUN_STATES, write: 'never', filter: 'equals' }),
    scheduleDescription: text({ max: 256 }),
  },
})
