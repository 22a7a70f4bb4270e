/** Plans, rounds and spare parts of the demonstration, as data: rows refer to each other by code, and moments are days before the start. */
import type { CheckItem } from '../model/maintenance/checklist.ts'
import type { RhythmBase, RhythmUnit } from '../model/maintenance/due-days.ts'
import type { ConditionMeasure, ConditionOperator, MeterKind } from '../model/maintenance/plans.ts'
import type { EQUIPMENT_CATEGORIES } from '../model/maintenance/equipment.ts'
import type { UserSeed } from './tenant.ts'

type Username = UserSeed['username']

export interface PlanSeed {
  readonly planCode: string
  readonly planName: string
  /** Code of the machine. */
  readonly machine: string
  readonly by:
    | { readonly calendar: { readonly every: number; readonly unit: RhythmUnit; readonly base: RhythmBase; readonly firstInDays: number } }
    | { readonly meter: { readonly kind: MeterKind; readonly every: number; readonly device: string; readonly point: string } }
    | {
        readonly condition: {
          readonly measure: ConditionMeasure
          readonly hours: number
          readonly operator: ConditionOperator
          readonly limit: number
          readonly device: string
          readonly point: string
        }
      }
    | 'calibration'
  readonly season?: { readonly from: string; readonly until: string }
  readonly leadDays: number
  readonly priority: 1 | 2 | 3 | 4
  readonly mustSign?: true
  readonly hours: number
  readonly assignee: Username
  readonly checks: readonly CheckItem[]
  /** Dates that were due, and how many days later each was done; the earliest first. */
  readonly past?: readonly { readonly daysAgo: number; readonly lateDays?: number; readonly by: Username; readonly verifiedBy: Username }[]
}

export interface RouteSeed {
  readonly routeCode: string
  readonly routeName: string
  readonly site: string
  readonly times: readonly string[]
  readonly graceMinutes: number
  readonly assignee: Username
  readonly stops: readonly { readonly name: string; readonly machine?: string; readonly checks: readonly CheckItem[] }[]
  /** Rounds of days that were done by these people in turn; those of the days that are named were missed. */
  readonly past: { readonly days: number; readonly by: readonly Username[]; readonly missedDaysAgo: readonly number[] }
  /** What was found at a stop some days ago that was not as it should be. */
  readonly failed: readonly {
    readonly daysAgo: number
    readonly stop: number
    readonly key: string
    readonly value?: number
    readonly note: string
  }[]
}

export interface PartSeed {
  readonly partCode: string
  readonly partName: string
  readonly unit: string
  readonly site: string
  readonly shelf: string
  readonly model: string
  readonly supplier: string
  readonly minimum: number
  readonly keeper: Username
  readonly categories?: readonly (typeof EQUIPMENT_CATEGORIES)[number][]
  readonly machines?: readonly string[]
  /** Above zero what came, below what went, the earliest first. */
  readonly moves: readonly {
    readonly daysAgo: number
    readonly change: number
    readonly reason: string
    readonly by: Username
    readonly isCount?: true
  }[]
}

export interface UpkeepSeed {
  readonly plans: readonly PlanSeed[]
  readonly routes: readonly RouteSeed[]
  readonly parts: readonly PartSeed[]
}

/** An item that is answered with yes or no. */
export const check = (key: string, text: string, more: Partial<CheckItem> = {}): CheckItem => ({
  key,
  text,
  kind: 'check',
  required: true,
  opensOrder: true,
  ...more,
})
/** A number with its limits. */
export const figure = (key: string, text: string, unit: string, low: number | undefined, high: number | undefined): CheckItem => ({
  key,
  text,
  kind: 'number',
  unit,
  ...(low === undefined ? {} : { low }),
  ...(high === undefined ? {} : { high }),
  required: true,
  opensOrder: true,
})
export const photo = (key: string, text: string): CheckItem => ({ key, text, kind: 'photo', required: false, opensOrder: false })
export const remark = (key: string, text: string): CheckItem => ({ key, text, kind: 'text', required: false, opensOrder: false })
