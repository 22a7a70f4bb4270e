/** Values of the parameters of a report as a text: what schedules keep and addresses have. Knows nothing of what there may be. */
import * as z from 'zod/mini'
import type { RangeValue, Value } from '../figures/document.ts'

/** Values by the names of parameters, as they were given. */
export type ReportParams = Readonly<Record<string, Value | RangeValue>>

/** Characters of all values of one report, written as JSON. */
const MAX_PARAMS_TEXT = 4000

/** A text that is no JSON, and whatever else comes, unchanged: it is refused then. */
function parsed(given: unknown): unknown {
  if (typeof given !== 'string' || given.length > MAX_PARAMS_TEXT) return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}

const isObject = (value: unknown): value is ReportParams => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The values that a text says; none for an absent one, undefined for a text that says none. */
export function readParamsText(text: string | null | undefined): ReportParams | undefined {
  if (text === null || text === undefined || text === '') return {}
  const value = parsed(text)
  return isObject(value) ? value : undefined
}

/** The same; none for a text that says none. */
export const paramsOfText = (text: string | null | undefined): ReportParams => readParamsText(text) ?? {}

/** The values as a text; undefined where there are none. The same values give the same text. */
export function textOfParams(params: ReportParams): string | undefined {
  const given = Object.entries(params).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return given.length === 0 ? undefined : JSON.stringify(Object.fromEntries(given))
}

/** Values as they come with a call: JSON as a text, since a query string has nothing else, or as it is. Which names and values there may be is for each report to say. */
export const reportParams = z.pipe(
  z.transform(parsed as (given: string | ReportParams) => unknown),
  z
    .any()
    .check(
      z.check(({ value, issues }) => {
        if (!isObject(value) || JSON.stringify(value).length > MAX_PARAMS_TEXT)
          issues.push({ code: 'invalid_type', expected: 'record', input: value })
      }),
    )
    .register(z.globalRegistry, { type: 'object', additionalProperties: {} }) as z.ZodMiniType<ReportParams>,
)
