/** Temperatures of concrete, hour by hour: of mass concrete, of a steam shed, and of what is sprayed, each with what lies beyond its clauses marked. */
import type { Condition } from '../../figures/document.ts'
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { listOf } from './list.ts'
import { allOf, equal, keyOf } from './parts.ts'

/** GB 50496, 3.0.4: core and surface differ by 25 °C at most, surface and air by 20 °C when the cover goes. In °C. */
export const MASS_LIMITS = { inner: 25, outer: 20 } as const
/** TB/T 3432: the chamber is at 45 °C at most, the core at 60 °C, both ends of the concrete differ by 15 °C at most. In °C. */
export const STEAM_LIMITS = { chamber: 45, core: 60, inner: 15 } as const
/** The surface is kept wet: relative humidity in percent, and how much core and air differ at most, in °C. */
export const SPRAY_LIMITS = { humidity: 95, inner: 15 } as const

type Measure =
  { readonly as: string; readonly of: 'min' | 'max' | 'mean' | 'delta'; readonly where: Condition } | { as: string; formula: string }

/** A figure of the points of this key, numbered ones included. */
const ofKey = (as: string, of: 'min' | 'max' | 'mean' | 'delta', key: string): Measure => ({ as, of, where: keyOf(key) })

interface Column {
  readonly head: string
  readonly field: string
  readonly above?: number
  readonly below?: number
  /** How two extremes differ says something of an hour; those of a day are of different hours, so a week and a month have none. */
  readonly isOfAnHour?: true
}

interface Sheet {
  readonly measures: readonly Measure[]
  /** A device is in it that has a point of this key. */
  readonly keys: readonly string[]
  /** And for which this holds: others have some of these keys as well. */
  readonly having?: string
  readonly columns: readonly Column[]
  readonly note: string
}

const LETTERS = ['D', 'E', 'F', 'G', 'H', 'I'] as const

function sheetOf(
  t: Translate,
  { period, of, deviceId, siteId }: ReportFor,
  { measures, keys, having, columns, note }: Sheet,
): ReportTemplate {
  return listOf(t, {
    sets: {
      hours: {
        document: {
          format: 1,
          subject: 'readings',
          measures,
          dimensions: [
            { field: 'time', bucket: period === 'day' ? 'hour' : 'day' },
            { field: 'deviceId' },
            { field: 'device.deviceName', as: 'deviceName' },
          ],
          ...allOf([keyOf(...keys), equal('deviceId', deviceId), equal('device.siteId', siteId)]),
          ...(having === undefined ? {} : { having }),
          time: { from: of.from, to: of.to },
          order: [
            ['deviceName', 'ascend'],
            ['time', 'ascend'],
          ],
        },
      },
    },
    columns: [
      { head: t('reports.time'), width: 66, field: 'time', format: period === 'day' ? 'HH:mm' : 'yyyy-MM-dd' },
      { head: t('noun.devices'), width: 127, field: 'deviceName' },
      ...columns
        .filter(({ isOfAnHour = false }) => !isOfAnHour || period === 'day')
        .map(({ head, field, above, below }, at) => {
          const letter = LETTERS[at] ?? ''
          const alert = above !== undefined ? `${letter}>${above}` : below !== undefined ? `${letter}<${below}` : undefined
          return { head, width: 60, field, format: '0.0', isFigure: true, ...(alert ? { alert } : {}) }
        }),
    ],
    note,
  })
}

/**
 * Mass concrete (测温记录): core, surface and air, and how they differ. How surface and air differ is marked at no hour: the clause is of the hour in which
 * the cover is removed, and nothing says which that is.
 */
export const massConcrete = (t: Translate, asked: ReportFor): ReportTemplate =>
  sheetOf(t, asked, {
    measures: [
      ofKey('core', 'max', 'core'),
      ofKey('surface', 'min', 'surface'),
      ofKey('ambient', 'mean', 'ambient'),
      { as: 'inner', formula: 'core - surface' },
      { as: 'outer', formula: 'surface - ambient' },
    ],
    keys: ['core', 'surface', 'ambient'],
    // Sheds of steam and what is sprayed have a core and air as well, and some of them no surface.
    having: 'surface > -100',
    columns: [
      { head: t('reports.core-highest'), field: 'core' },
      { head: t('reports.surface-lowest'), field: 'surface' },
      { head: t('choice.runRole.ambient'), field: 'ambient' },
      { head: t('reports.core-surface'), field: 'inner', above: MASS_LIMITS.inner, isOfAnHour: true },
      { head: t('reports.surface-air'), field: 'outer', isOfAnHour: true },
    ],
    note: t('reports.mass-note', MASS_LIMITS),
  })

/** Steam: chamber, core, surface and air, and how core and surface differ. */
export const steamRecord = (t: Translate, asked: ReportFor): ReportTemplate =>
  sheetOf(t, asked, {
    measures: [
      ofKey('chamber', 'max', 'chamber'),
      ofKey('core', 'max', 'core'),
      ofKey('surface', 'min', 'surface'),
      ofKey('ambient', 'mean', 'ambient'),
      { as: 'inner', formula: 'core - surface' },
    ],
    keys: ['chamber', 'core', 'surface', 'ambient'],
    having: 'chamber > -100',
    columns: [
      { head: t('reports.chamber-highest'), field: 'chamber', above: STEAM_LIMITS.chamber },
      { head: t('reports.core-highest'), field: 'core', above: STEAM_LIMITS.core },
      { head: t('reports.surface-lowest'), field: 'surface' },
      { head: t('choice.runRole.ambient'), field: 'ambient' },
      { head: t('reports.core-surface'), field: 'inner', above: STEAM_LIMITS.inner, isOfAnHour: true },
    ],
    note: t('reports.steam-note', STEAM_LIMITS),
  })

/** Spraying: the moisture of the surface, core and air, and the water that was used. */
export const sprayRecord = (t: Translate, asked: ReportFor): ReportTemplate =>
  sheetOf(t, asked, {
    measures: [
      ofKey('humidity', 'min', 'surface_rh'),
      ofKey('core', 'max', 'core'),
      ofKey('ambient', 'mean', 'ambient'),
      { as: 'inner', formula: 'core - ambient' },
      ofKey('water', 'delta', 'water'),
    ],
    keys: ['surface_rh', 'core', 'ambient', 'water'],
    // Water that ran while no humidity was told counts all the same.
    having: 'humidity > 0 or water > 0',
    columns: [
      { head: t('reports.surface-humidity'), field: 'humidity', below: SPRAY_LIMITS.humidity },
      { head: t('reports.core-highest'), field: 'core' },
      { head: t('choice.runRole.ambient'), field: 'ambient' },
      { head: t('reports.core-air'), field: 'inner', above: SPRAY_LIMITS.inner, isOfAnHour: true },
      { head: t('reports.water'), field: 'water' },
    ],
    note: t('reports.spray-note', SPRAY_LIMITS),
  })
