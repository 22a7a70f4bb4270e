/** What a page is opened with: the values of its variables, as widgets and figures ask by them. */
import type { Translate } from '../../../../model/labels/index.ts'
import { RANGE } from '../../../../model/figures/document.ts'
import type { RangeValue } from '../../../../model/figures/document.ts'
import type { ScreenDocument, ScreenFigure, ScreenVariable } from '../../../../model/screens/document.ts'
import { fail } from '../../../kernel/errors.ts'

export type VariableValue = string | number | RangeValue

/** Values by the names of variables; one without a value is not there. */
export type VariableValues = ReadonlyMap<string, VariableValue>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MAX_TEXT = 256

/**
 * The values that a page is opened with: those that are given, and else the defaults. Names that the document does not know are left out: it may be a newer one.
 * @throws Failure `request.invalid` naming the variable whose value is none of its kind
 */
export function variablesOf({ variables }: ScreenDocument, given: Readonly<Record<string, unknown>> = {}, t: Translate): VariableValues {
  const values = new Map<string, VariableValue>()
  for (const variable of variables) {
    const own = Object.hasOwn(given, variable.name) ? given[variable.name] : undefined
    // Nothing chosen in a filter is a choice as well.
    if (own === null || own === '') continue
    const value = own === undefined ? variable.default : valueOf(variable, own)
    if (own !== undefined && value === undefined)
      fail('request.invalid', {
        fields: [{ field: `variables.${variable.name}`, message: t('screens.variable-value', { variable: variable.label }) }],
      })
    if (value !== undefined) values.set(variable.name, value)
  }
  return values
}

function valueOf(variable: ScreenVariable, value: unknown): VariableValue | undefined {
  switch (variable.kind) {
    case 'reference':
      return typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : undefined
    case 'text':
      return typeof value === 'string' && value.length <= MAX_TEXT && value.isWellFormed() && !value.includes('\u0000') ? value : undefined
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    case 'range': {
      const range = RANGE.safeParse(value)
      return range.success ? range.data : undefined
    }
    case 'choice':
      return variable.of.find((each) => each.value === value)?.value
  }
}

/** The parameters of figures with the values of the variables they name; a variable without a value is no parameter. */
export function paramsOf({ params = {} }: ScreenFigure, variables: VariableValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, given]) => {
      const value = 'variable' in given ? variables.get(given.variable) : given.value
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** What a widget narrows its rows by: an id, or the variable that stands with `$` before its name; undefined where nothing is chosen. */
export function chosenId(option: unknown, variables: VariableValues): string | undefined {
  if (typeof option !== 'string') return undefined
  if (!option.startsWith('$')) return option
  const value = variables.get(option.slice(1))
  return typeof value === 'string' && UUID.test(value) ? value : undefined
}
