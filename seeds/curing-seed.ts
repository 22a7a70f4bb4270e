/** What is cured in the demonstration, as data: rows refer to each other by code, and moments are hours before the start. */
import type { ItemMeasure, ItemSeverity, RunKind, RunNoteKind, RunRole, RunStage } from '../model/acquisition/curing.ts'

export interface LimitSeed {
  readonly clause: string
  readonly measure: ItemMeasure
  readonly role: RunRole
  readonly minus?: RunRole
  readonly stage?: RunStage
  readonly low?: number
  readonly high?: number
  readonly unit: string
  readonly toleratedSeconds?: number
  readonly severity?: ItemSeverity
  readonly zh: string
  readonly tw: string
  readonly en: string
}

export interface CuringSeed {
  readonly mixes: readonly {
    readonly mixCode: string
    readonly concreteGrade: string
    readonly cement: string
    readonly waterBinder: number
    readonly datumTemp?: number
    readonly activationK?: number
    readonly referenceTemp?: number
    readonly curveR2?: number
    readonly mixDescription: string
    readonly curve: readonly (readonly [label: string, maturity: number, strength: number])[]
  }[]
  readonly limitSets: readonly {
    readonly setCode: string
    readonly setName: string
    readonly setKind: RunKind
    readonly standardText: string
    readonly setDescription: string
    /** Otherwise it is a draft, which somebody has to confirm first. */
    readonly isPublished: boolean
    readonly items: readonly LimitSeed[]
  }[]
  readonly components: readonly {
    readonly componentCode: string
    readonly componentName: string
    readonly componentKind: 'girder' | 'segment' | 'pier' | 'slab' | 'wall' | 'pavement' | 'cubes' | 'other'
    readonly site: string
    readonly mix: string
    readonly designStrength: number
    /** Percent of it from which it may be struck or tensioned. */
    readonly strikingShare?: number
    readonly sizeText: string
  }[]
  readonly runs: readonly {
    readonly runNumber: string
    readonly component: string
    readonly device: string
    readonly limitSet: string
    readonly begunHoursAgo: number
    /** Absent for one that goes on. */
    readonly endedHoursAgo?: number
    readonly plannedHours?: number
    readonly acceptReason?: string
    readonly notes?: readonly { readonly kind: RunNoteKind; readonly hoursAgo: number; readonly text: string }[]
  }[]
  readonly specimens: readonly {
    readonly specimenCode: string
    readonly component: string
    readonly specimenCuring: 'standard' | 'same-condition'
    readonly specimenCount: number
    readonly castHoursAgo: number
    readonly testAge: number
    readonly tests: readonly {
      readonly testNumber: string
      readonly hoursAgo: number
      readonly testStrength: number
      readonly testMaturity?: number
      readonly testedBy: string
    }[]
  }[]
}
