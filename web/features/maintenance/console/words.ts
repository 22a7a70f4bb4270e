/** What figures and their parts are called, how their values are written, and which list shows the rows of a part. */
import type { Figure, FigurePart, FigureRows, MaintenanceConsole } from '../../../../model/contract/maintenance/console.ts'
import type { FigureKey, FigureList } from '../../../../model/maintenance/console.ts'
import { FIGURES, OEE_FACTORS } from '../../../../model/maintenance/console.ts'
import { startOf } from '../../../../model/zone.ts'
import type { LabelKey, Translate } from '../../../kernel/i18n/i18n.ts'
import { percentText } from '../../../kernel/i18n/percent.ts'

const PAGES: Readonly<Record<FigureList, string>> = {
  'work-orders': '/maintenance/workorders',
  faults: '/maintenance/faults',
  'maintenance-plans': '/maintenance/plans',
  'plan-dates': '/maintenance/plandates',
  rounds: '/maintenance/rounds',
  equipment: '/reports/equipmentarchive',
  'spare-parts': '/maintenance/spareparts',
  alarms: '/acquisition/alarms',
  runs: '/acquisition/runs',
}

/** The address of the list with exactly these rows; undefined for whoever does not have that page. */
export function addressOf({ list, filters }: Pick<FigureRows, 'list' | 'filters'>, pages: ReadonlySet<string>): string | undefined {
  return pages.has(PAGES[list]) ? `${PAGES[list]}?${new URLSearchParams(filters).toString()}` : undefined
}

/** The text about a figure: those that differ in their days alone share one. */
export function aboutKey(key: FigureKey): LabelKey {
  const shared = key
    .replace(/^(orders|plans)-due-\d+$/, '$1-due')
    .replace(/^hold-.*$/, 'hold')
    .replace(/^compliance-\d+$/, 'compliance')
    .replace(/^calibration-\d+$/, 'calibration-due')
  return `console.about.${shared}` as LabelKey
}

const SECOND_MS = 1000
/** Figures of what has happened in the window that was chosen. */
const OF_WINDOW: readonly FigureKey[] = [
  ...(['planned-share', 'rounds-done', 'rounds-missed', 'mtbf', 'mttr', 'availability'] as const),
  ...OEE_FACTORS,
  'oee',
]

/**
 * From when to when a figure looks, in milliseconds since 1970: the window that was chosen, or, where its name says so, that many whole days before today; undefined for those that are as
 * things stand. @param zone Of the tenant (IANA)
 */
export function windowOf(
  key: FigureKey,
  { asOf, window }: Pick<MaintenanceConsole, 'asOf' | 'window'>,
  zone: string,
): { readonly from: number; readonly to: number } | undefined {
  const [, days] = /^compliance-(\d+)$/.exec(key) ?? []
  if (days !== undefined) return { from: startOf(zone, asOf, 'day', -Number(days)), to: startOf(zone, asOf, 'day') - SECOND_MS }
  return OF_WINDOW.includes(key) ? window : undefined
}

/** The number with at most one decimal. @param locale BCP 47 */
export const numberText = (value: number, locale: string): string => value.toLocaleString(locale, { maximumFractionDigits: 1 })

/** Hours with their unit. @param locale BCP 47 */
export const hoursText = (hours: number, locale: string, t: Translate): string => t('console.hours', { hours: numberText(hours, locale) })

/** The value of a figure with its unit, or why there is none. */
export function valueText({ key, value, missing }: Pick<Figure, 'key' | 'value' | 'missing'>, locale: string, t: Translate): string {
  if (value === null) return t(`console.missing.${missing ?? 'no-basis'}`)
  const unit = FIGURES[key]
  if (unit === 'share') return percentText(value)
  return unit === 'count' ? numberText(value, locale) : hoursText(value, locale, t)
}

/** What a part is called. */
export function partText({ title }: FigurePart, t: Translate): string {
  if ('name' in title) return t(`console.part.${title.name}`)
  switch (title.field) {
    case 'orderState':
      return t(`choice.orderState.${title.member}` as LabelKey)
    case 'orderKind':
      return t(`choice.orderKind.${title.member}` as LabelKey)
    case 'faultEffect':
      return t(`choice.faultEffect.${title.member}` as LabelKey)
    case 'runState':
      return t(`choice.runState.${title.member}` as LabelKey)
    case 'planOutcome':
      return t(`choice.planOutcome.${title.member}` as LabelKey)
  }
}
