/** Built-in reports as something to begin a template of one's own with: made for whatever period, device and site is asked for later. */
import type { Condition, FiguresDocument } from '../figures/document.ts'
import { figuresDocumentOf } from '../figures/document.ts'
import type { Translate } from '../labels/index.ts'
import type { ReportCode } from './built-in/asked.ts'
import { BUILT_IN } from './built-in/index.ts'
import { refuseTemplate } from './faults.ts'
import { ASKED_PARAMETERS } from './parameters.ts'
import type { Period } from './period.ts'
import type { ReportTemplate } from './template.ts'

/** No row has them: what is compared with them is asked for by the parameter of that name. */
const STANDINGS = { deviceId: '00000000-0000-7000-8000-00000000000d', siteId: '00000000-0000-7000-8000-00000000000e' } as const

/** The template of a built-in report, in the words of one language. @param has Whether whoever begins with it may have figures of a subject */
export function startingPoint(t: Translate, code: ReportCode, period: Period, has?: (subject: string) => boolean): ReportTemplate {
  const of = { from: '2000-01-01 00:00:00', to: '2000-01-02 00:00:00', name: '' }
  const template = BUILT_IN[code].template(t, { period, of, has, ...STANDINGS })
  return {
    ...template,
    sets: Object.fromEntries(
      Object.entries(template.sets).map(([name, { document }]) => [
        name,
        { document: asking(figuresDocumentOf(document) ?? refuseTemplate(`sets.${name}`, 'document')) },
      ]),
    ),
  }
}

function asking({ where, time, ...document }: FiguresDocument): Record<string, unknown> {
  const { from: _from, to: _to, ...rest } = time ?? {}
  return {
    ...document,
    ...(where ? { where: withParameters(where) } : {}),
    ...(time ? { time: { ...rest, param: 'period' } } : {}),
    params: [...ASKED_PARAMETERS, ...(document.params ?? [])].map((parameter) => ({ ...parameter })),
  }
}

function withParameters(condition: Condition): Condition {
  if ('and' in condition) return { and: condition.and.map(withParameters) }
  if ('or' in condition) return { or: condition.or.map(withParameters) }
  if ('not' in condition) return { not: withParameters(condition.not) }
  const [standing] = Object.entries(STANDINGS).find(([, id]) => id === condition.value) ?? []
  return standing === undefined ? condition : { field: condition.field, op: condition.op, param: standing }
}
