/** For the self-test: a report that a tenant has issued, and a published report template with words in it that nobody else may read. */
import { randomBytes } from 'node:crypto'
import { EMPTY_TEMPLATE } from '../../../../model/reports/draft.ts'
import type { Route } from '../../../kernel/http/http.ts'
import { formOf } from './wire.ts'
import type { Caller, ProbeAnswer } from './probe-client.ts'

type Ids = Readonly<Record<string, string>>

const ISSUED = '/api/report/issued'
const TEMPLATE = '/api/report/template'
/** A PNG of one white pixel. */
const PIXEL = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63f80f0001010100b138f6140000000049454e44ae426082',
  'hex',
)

/** Gives the id, by its table. */
export async function giveReport(admin: Caller, dataOf: <Data>(answer: ProbeAnswer) => Data): Promise<Record<string, string>> {
  const { id } = dataOf<{ id: string }>(await admin.post(`${ISSUED}/issueReport`, { report: 'alarm-month', period: 'day' }))
  return { issued_reports: id }
}

/** What a call about issued reports needs besides; nothing of the list, which every noun has. */
export function reportFor({ path }: Pick<Route, 'path'>, mine: Ids): Record<string, unknown> | undefined {
  const verb = path.slice(path.lastIndexOf('/') + 1)
  const own = { id: mine['issued_reports'] }
  // What can be done once, and what gives a new report each time, is asked about what is none.
  const none = { id: mine['limit_sets'] }
  const known: Readonly<Record<string, object>> = {
    queryIssuedReportDetail: own,
    queryIssuedReportPage: own,
    downloadIssuedReport: own,
    issueReport: { report: 'availability', deviceId: mine['limit_sets'] },
    reviseReport: none,
    withdrawReport: { ...none, reason: 'probe' },
    signReport: { ...none, slot: 'made' },
  }
  const named = path.startsWith('/report/issued/') ? known[verb] : undefined
  return named && { ...named }
}

/** Gives the id, by the table. */
export async function giveTemplate(
  admin: Caller,
  canary: string,
  dataOf: <Data>(answer: ProbeAnswer) => Data,
): Promise<Record<string, string>> {
  const named = { templateName: `${canary} report`, templateKind: 'other' }
  const content = { ...EMPTY_TEMPLATE, cells: { A1: { text: canary } } }
  const { id } = dataOf<{ id: string }>(await admin.post(`${TEMPLATE}/importReportDesign`, { ...named, content }))
  dataOf(await admin.post(`${TEMPLATE}/publishReportTemplate`, { id, revision: 1 }))
  const picture = await formOf([], { name: `${canary}.png`, content: PIXEL })
  const kept = dataOf<{ id: string }>(await admin.ask({ method: 'POST', path: `${TEMPLATE}/uploadReportPicture`, ...picture }))
  return { report_templates: id, report_pictures: kept.id }
}

/** What a call about report templates needs besides; nothing of those that every noun has. */
export function templateFor({ path }: Pick<Route, 'path'>, mine: Readonly<Record<string, string>>): Record<string, unknown> | undefined {
  const verb = path.slice(path.lastIndexOf('/') + 1)
  const id = mine['report_templates']
  const named = () => ({ templateName: `probe ${randomBytes(4).toString('hex')}`, templateKind: 'other' })
  const known: Readonly<Record<string, () => object>> = {
    queryReportDesign: () => ({ id }),
    downloadReportDesign: () => ({ id }),
    saveReportDraft: () => ({ id, content: EMPTY_TEMPLATE, revision: 1 }),
    publishReportTemplate: () => ({ id, revision: 1 }),
    queryReportVersion: () => ({ id }),
    queryReportVersionContent: () => ({ id, templateVersion: 1 }),
    restoreReportVersion: () => ({ id, templateVersion: 1, revision: 1 }),
    copyReportTemplate: () => ({ ...named(), id }),
    importReportDesign: () => ({ ...named(), content: EMPTY_TEMPLATE }),
    readReportWorkbook: () => ({}),
    uploadReportPicture: () => ({}),
    queryReportPicture: () => ({ id: mine['report_pictures'] }),
    previewReportTemplate: () => ({ id, content: EMPTY_TEMPLATE }),
  }
  return path.startsWith('/report/template/') ? (known[verb]?.() as Record<string, unknown> | undefined) : undefined
}

/** What a call about schedules of reports needs besides; nothing of those that every noun has. What recipients get is asked by ids that are no links. */
export function scheduleFor({ path }: Pick<Route, 'path'>, mine: Ids): Record<string, unknown> | undefined {
  const verb = path.slice(path.lastIndexOf('/') + 1)
  const id = mine['report_schedules']
  const none = mine['limit_sets']
  const known: Readonly<Record<string, object>> = {
    queryScheduleRun: { id },
    // Once it has begun it is refused, and so it is asked about what is none.
    runReportSchedule: { id: none },
    queryReceivedReport: { id: none },
    downloadReceivedReport: { id: none, format: 'pdf' },
  }
  const named = /^\/report\/(schedule|link)\//.test(path) ? known[verb] : undefined
  return named && { ...named }
}
