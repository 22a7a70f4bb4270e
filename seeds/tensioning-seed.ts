/** What is tensioned and grouted in the demonstration, as data: rows refer to each other by code, and moments are hours before the start. */

export interface TensioningSeed {
  readonly limits: {
    readonly limitCode: string
    readonly standardText: string
    readonly tensionClause: string
    readonly groutClause: string
    readonly limitDescription: string
  }
  readonly tendons: readonly {
    readonly tendonCode: string
    readonly component: string
    readonly ductCode: string
    readonly strandText: string
    /** kN and mm. */
    readonly plannedForce: number
    readonly plannedElongation: number
    readonly tensioning?: {
      readonly number: string
      readonly hoursAgo: number
      /** How far force and elongation are from what was planned, as a share. */
      readonly forceOff: number
      readonly elongationOff: number
      readonly drawIn: number
    }
    readonly grouting?: { readonly number: string; readonly hoursAgo: number; readonly pressure: number; readonly volume: number }
  }[]
}
