/** What the people of the demonstration have been told, and what lies on their network disk: something to look at, and to try things with. */
import type { FormDefinition } from '../model/form/definition.ts'
import type { TEMPLATE_KINDS } from '../model/report/report-templates.ts'
import type { ReportCode } from '../model/reports/built-in/asked.ts'
import type { Period } from '../model/reports/period.ts'
import type { EquipmentSeed } from './equipment-seed.ts'
import type { OrdersSeed } from './order-seed.ts'
import type { TensioningSeed } from './tensioning-seed.ts'
import type { UpkeepSeed } from './upkeep-seed.ts'
import type { CuringSeed } from './curing-seed.ts'
import type { BoardSeed } from './board-examples.ts'
import type { ScreenSeed } from './screen-seed.ts'
import type { OrganisationSeed, UserSeed } from './tenant.ts'

export interface NotificationSeed {
  readonly title: string
  readonly content: string
  readonly type: 'message' | 'notification'
  readonly priority: 'high' | 'medium' | 'low'
  /** Hours since it was published; absent for a draft. */
  readonly hoursAgo?: number
  /** Organisations it is for, with all below them; everybody where none stands. */
  readonly orgs?: readonly OrganisationSeed['code'][]
  readonly readBy?: readonly UserSeed['username'][]
}

export type Rows = readonly (readonly (string | number)[])[]

/** A folder, or a file: a text, a workbook of rows below their headings, or a sound. */
export type EntrySeed = { readonly name: string } & (
  | { readonly entries: readonly EntrySeed[] }
  | { readonly text: string }
  | { readonly headings: readonly string[]; readonly rows: Rows }
  | { readonly sound: 'leak' | 'pump' }
)

/** What one person has, and whom it is shared with. */
export type DiskSeed = EntrySeed & {
  readonly owner: UserSeed['username']
  readonly isShared?: true
  readonly sharedWith?: readonly OrganisationSeed['code'][]
}

/** A published form, and what people filled in: by somebody, or from outside where nobody is named. */
export interface FormSeed {
  readonly formDescription: string
  readonly definition: FormDefinition
  readonly entries: readonly {
    readonly by?: UserSeed['username']
    readonly hoursAgo: number
    readonly data: Readonly<Record<string, unknown>>
    /** Codes of devices by the fields that name them. */
    readonly devices?: Readonly<Record<string, string>>
  }[]
}

/** A process that is drawn, deployed and running. */
export interface ProcessSeed {
  readonly key: string
  readonly name: string
  readonly category: string
  readonly description: string
  /** The description of the form that it uses. */
  readonly form?: FormSeed['formDescription']
  /** BPMN, with its diagram. */
  readonly xml: string
  readonly instances: readonly {
    readonly by: UserSeed['username']
    readonly description: string
    readonly variables: Readonly<Record<string, unknown>>
    /** What was done about the task that was open then. */
    readonly acts: readonly { readonly by: UserSeed['username']; readonly does: 'complete' | 'reject'; readonly comment: string }[]
  }[]
}

/** A published report that began with a built-in one. */
export interface ReportTemplateSeed {
  readonly templateName: string
  readonly templateKind: (typeof TEMPLATE_KINDS)[number]
  readonly templateDescription: string
  readonly report: ReportCode
  readonly period: Period
}

/** A report that is issued by itself, with the rights of the publisher, for holders of the roles. */
export interface ReportScheduleSeed {
  readonly scheduleName: string
  readonly report: ReportCode
  readonly rhythm: Period
  readonly runAt: string
  readonly roles: readonly string[]
  readonly scheduleDescription: string
}

/** A report that is issued when the demonstration is made. */
export interface IssuedReportSeed {
  readonly report: ReportCode
  readonly period: Period
  /** Hours since a moment of its period. */
  readonly hoursAgo: number
  readonly issuedBy: UserSeed['username']
  /** Who has made, checked and approved it, as far as they have signed. */
  readonly signedBy: readonly UserSeed['username'][]
}

export interface Belongings {
  readonly tenantCode: string
  readonly publisher: UserSeed['username']
  readonly notifications: readonly NotificationSeed[]
  readonly disk: readonly DiskSeed[]
  readonly forms: readonly FormSeed[]
  readonly processes: readonly ProcessSeed[]
  readonly curing: CuringSeed
  readonly tensioning?: TensioningSeed
  readonly machines: readonly EquipmentSeed[]
  readonly orders: OrdersSeed
  readonly upkeep: UpkeepSeed
  readonly boards: readonly BoardSeed[]
  /** Beside the ready-made ones. */
  readonly screens: readonly ScreenSeed[]
  readonly reportTemplates: readonly ReportTemplateSeed[]
  readonly reportSchedules: readonly ReportScheduleSeed[]
  readonly issuedReports: readonly IssuedReportSeed[]
}

/** Rows as a text that every program opens; the mark in front tells those of Windows how it is written. */
export const csv = (rows: Rows): string => `\ufeff${rows.map((row) => row.join(',')).join('\r\n')}\r\n`
