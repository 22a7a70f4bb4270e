/** A template filled for a period, for whoever asks: the way of built-in reports, of published templates and of drafts. */
import type { ReportAsked } from '../../../../model/contract/report/reports.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { localeOf } from '../../../../model/labels/index.ts'
import type { Language } from '../../../../model/language.ts'
import type { Period, ReportPeriod } from '../../../../model/reports/period.ts'
import { periodOf } from '../../../../model/reports/period.ts'
import type { ReportTemplate } from '../../../../model/reports/template.ts'
import { aboutOf } from '../../../exchange/index.ts'
import type { Extent } from '../../../figures/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { Services } from '../../../kernel/services.ts'
import type { FilledReport, ReportToWrite, fillReport } from '../../../reports/index.ts'
import { JOB_BOUNDS, boundsOfPage } from '../../../reports/index.ts'
import { inSentences } from './content.ts'
import { dictionaryNames } from './dictionaries.ts'
import type { ShownParameter } from './parameters.ts'
import { NO_PARAMETERS, readParameters, takesNone } from './parameters.ts'
import { loadPictures } from './pictures.ts'

export interface MadeReport<Sheet = FilledReport> {
  readonly sheet: Sheet
  /** What it is called, and what it is of. */
  readonly name: string
  readonly period: string
  /** Its first day, `yyyy-MM-dd`: asked for with it, the same period comes again. */
  readonly day: string
  /** With its period, such as files are called by. */
  readonly title: string
  readonly tenant: string
  /** A language tag (BCP 47). */
  readonly locale: string
  /** The published version that it was made with; none of a built-in report and of a draft. */
  readonly version?: { readonly templateId: string; readonly templateVersion: number }
  /** The parameters that have a value. */
  readonly parameters: readonly ShownParameter[]
  /** Documents that its readers have to be able to read besides those of the sheet. */
  readonly guards: readonly object[]
}

/** A report that has been made to be written. */
export interface WrittenReport extends MadeReport<ReportToWrite> {
  /** Of its sheet. */
  readonly rows: number
}

/** All that whoever reads the report has to be able to read. */
export const documentsOf = ({ sheet, guards }: MadeReport<ReportToWrite>): readonly object[] => [...sheet.documents, ...guards]

export interface Making {
  readonly services: Services
  readonly caller: Caller
  readonly t: Translate
  readonly language: Language
  /** It is issued, and signed on the last page that it gets then; otherwise there is room to sign it by hand. */
  readonly isIssued?: boolean
  /** How much may be read for it; as much as somebody waits for unless said. */
  readonly extent?: Extent
  /** Ends the reading for it: of a job that was given up. */
  readonly signal?: AbortSignal | undefined
}

/** Held in memory, or row by row. */
export type Fill<Sheet> = (...args: Parameters<typeof fillReport>) => Promise<Sheet>

interface Made<Sheet> {
  readonly fill: Fill<Sheet>
  /** Of a report of production days: hours since midnight. */
  readonly dayBegins?: number
  readonly title: string
  readonly template: (of: { readonly of: ReportPeriod; readonly period: Period }) => unknown
  /** The data sets of one that is asked for by parameters. */
  readonly sets?: ReportTemplate['sets']
}

/** Counted when pages are made (model/reports/template.ts): a parameter that is called so takes the place of neither. */
const PAGE_NUMBERS: readonly string[] = ['page', 'pages']

/** `yyyy-MM-dd HH:mm` */
const MINUTE_DIGITS = 16

/** A template filled for what is asked for. @throws Failure `template.faults` of one that no report can come of, `report.parameters`, or what its figures cannot be asked for */
export async function makeSheet<Sheet>(
  { services, caller, t, language, extent, signal, isIssued = false }: Making,
  { period = 'day', date, deviceId, siteId, params }: Omit<ReportAsked, 'report'>,
  { title, template, fill, dayBegins = 0, sets = {} }: Made<Sheet>,
): Promise<MadeReport<Sheet>> {
  const now = services.clock.now()
  const zone = await services.transactions.timeZoneOf(caller.tenantId)
  const of = periodOf(period, date, zone, now, dayBegins)
  const asking = { caller, t, language, zone, now, place: { deviceId, siteId } }
  const parameters = takesNone(sets, params)
    ? NO_PARAMETERS
    : await services.transactions.inTenant(caller, (tx) => readParameters(tx, asking, sets, params), 'read')
  const about = await aboutOf(services, caller, t, { title, filters: [] })
  // A day that begins at another hour than midnight is said with its hours.
  const when = dayBegins === 0 ? of.name : `${of.from.slice(0, MINUTE_DIGITS)} – ${of.to.slice(0, MINUTE_DIGITS)}`
  const subtitle = t('reports.subtitle', { period: t(`reports.period-${period}`), of: when, tenant: about.tenant, when: about.note })
  const filled = fill(services.figures, caller, t, {
    template: template({ of, period }),
    // What every report says comes last: a parameter takes the place of none of it.
    params: new Map<string, string | number>([
      ...[...parameters.texts].filter(([name]) => !PAGE_NUMBERS.includes(name)),
      ['title', title],
      ['subtitle', subtitle],
      ['signatures', t(isIssued ? 'reports.signatures-last' : 'reports.signatures')],
    ]),
    pictures: (ids) => services.transactions.inTenant(caller, (tx) => loadPictures(tx, services, ids), 'read'),
    dictionaries: (types) => dictionaryNames(services, caller, language, types),
    asked: { ...parameters.values, period: { from: of.from, to: of.to }, deviceId, siteId },
    zone,
    now,
    signal,
    bounds: extent === 'job' ? JOB_BOUNDS : boundsOfPage((await services.settings.of(caller.tenantId))['export.jobRows']),
  })
  const sheet = await inSentences(t, filled)
  return {
    sheet,
    title: `${title} ${of.name}`,
    name: title,
    period: of.name,
    day: of.from.slice(0, 10),
    tenant: about.tenant,
    locale: localeOf[language],
    parameters: parameters.shown,
    guards: parameters.guards,
  }
}
