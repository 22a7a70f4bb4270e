/** What the self-test answers; see server/features/tenant/isolation. */
export interface Finding {
  readonly code: 'text' | 'differs' | 'fault' | 'changed' | 'blind'
  readonly role: string
  readonly parameter: string
  readonly kind: string
}
export interface RouteReport {
  readonly method: string
  readonly path: string
  readonly parameters: readonly string[]
  readonly calls: number
  readonly findings: readonly Finding[]
}
export interface RunReport {
  readonly calls: number
  readonly roles: readonly string[]
  readonly kinds: readonly string[]
  readonly routes: readonly RouteReport[]
  readonly findings: readonly Finding[]
  readonly seconds: number
}
export interface Run {
  readonly id: string
  readonly verdict: 'passed' | 'failed' | 'aborted'
  readonly startedAt: string
  readonly username: string
  readonly report: RunReport | null
}
export interface State {
  readonly running: { readonly id: string; readonly done: number; readonly total: number | null } | null
  readonly list: readonly Run[]
}
