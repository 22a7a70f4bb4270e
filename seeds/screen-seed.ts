/** Big screens of the demonstration, as they are written down: what they show is named by the codes of devices and the keys of points. */
import type { ReadyMadeCode } from '../model/screens/ready-made/index.ts'
import type { ScreenDocument } from '../model/screens/document.ts'

/** The ids that the rows of a tenant have been given; each throws for a row that the seeds do not make. */
export interface SeededRows {
  point(deviceCode: string, key: string): string
  device(deviceCode: string): string
  site(siteCode: string): string
  type(typeCode: string): string
}

export interface ScreenSeed {
  readonly screenName: string
  /** The ready-made screen that it stands in for. */
  readonly screenCode?: ReadyMadeCode
  readonly screenFolder: string
  readonly screenDescription: string
  content(rows: SeededRows): ScreenDocument
}
