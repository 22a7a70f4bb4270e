/** Values of the parameters of a report beside their controls: which are missing, which were refused, what they are called. What is chosen in words: parameter-words.ts. */
import type { AskedParameter, Value } from '../../../model/figures/document.ts'
import type { Language } from '../../../model/language.ts'
import type { ReportParams } from '../../../model/reports/params-text.ts'
import { narrowedBy, ownerOf } from '../../../model/reports/parameters.ts'
import { ApiError } from '../../kernel/http/api.ts'

/** What a parameter is called. */
export const nameOfParameter = ({ name, label }: Pick<AskedParameter, 'name' | 'label'>, language: Language): string =>
  label?.[language] || name

/** Whether there is no report yet: a value is missing that has to be given. */
export const lacksParameters = (parameters: readonly AskedParameter[], values: ReportParams): boolean =>
  parameters.some(({ name, required }) => required && values[name] === undefined)

/** The values of parameters that there are. */
export const ofParameters = (parameters: readonly AskedParameter[], values: ReportParams): ReportParams =>
  Object.fromEntries(parameters.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])))

/** The names of parameters that the server has refused. */
export const wrongParameters = (error: unknown): ReadonlySet<string> =>
  new Set(
    error instanceof ApiError
      ? error.errors.flatMap(({ field }) => (field.startsWith('params.') ? [field.slice('params.'.length)] : []))
      : [],
  )

/** The device and the site that a report is asked for; empty where none is. */
export type ReportPlace = Partial<Readonly<Record<'deviceId' | 'siteId', string | undefined>>>

/** Which of the two are others. */
export const changedPlace = (before: ReportPlace, now: ReportPlace): readonly (keyof ReportPlace)[] =>
  (['deviceId', 'siteId'] as const).filter((name) => (before[name] ?? '') !== (now[name] ?? ''))

/** The values without those whose choice is narrowed by one of these, which is another now. */
export function withoutNarrowed(parameters: readonly AskedParameter[], values: ReportParams, names: readonly string[]): ReportParams {
  const narrowed = narrowedBy(parameters, names)
  return Object.fromEntries(Object.entries(values).filter(([name]) => !narrowed.has(name)))
}

export interface OwnerRows {
  readonly noun: string
  readonly ids: readonly string[]
}

/** The rows that the choice for a parameter is narrowed by; undefined where it is by none. */
export function ownerRows(
  parameter: AskedParameter,
  parameters: readonly AskedParameter[],
  values: ReportParams,
  place: ReportPlace,
): OwnerRows | undefined {
  const owner = ownerOf(parameter, parameters)
  if (!owner?.to) return undefined
  const own = owner.name === 'deviceId' || owner.name === 'siteId' ? place[owner.name] : values[owner.name]
  const ids = [(own as Value | undefined) ?? []].flat().map(String).filter(Boolean)
  return ids.length === 0 ? undefined : { noun: owner.to, ids }
}
