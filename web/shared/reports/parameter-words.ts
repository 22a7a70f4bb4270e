/** What is chosen for the parameters of a report, in words. A file of its own: only whoever issues one with parameters needs it. */
import type { QueryClient } from '@tanstack/react-query'
import type { AskedParameter, RangeValue, Scalar, Value } from '../../../model/figures/document.ts'
import type { Language } from '../../../model/language.ts'
import type { ReportParams } from '../../../model/reports/params-text.ts'
import type { Translate } from '../../kernel/i18n/i18n.ts'
import { localeOf } from '../../kernel/i18n/i18n.ts'
import type { Option, TreeOption } from '../../ui/options.ts'
import { nameOfParameter } from './parameter-values.ts'

/** What a row of a noun is called; its id where nothing has named it yet. */
type LabelOf = (noun: string, id: string) => string

/** Rows as the pickers that they were chosen with have named them (kernel/resource/row-picker.tsx, options.ts). */
export function labelOfChosen(queries: QueryClient): LabelOf {
  return (noun, id) => {
    for (const part of ['options', 'tree'])
      for (const [, found] of queries.getQueriesData<readonly (Option | TreeOption)[]>({ queryKey: [noun, part] })) {
        const label = found && labelIn(found, id)
        if (label !== undefined) return label
      }
    return id
  }
}

function labelIn(options: readonly (Option | TreeOption)[], id: string): string | undefined {
  for (const option of options) {
    if (option.value === id) return 'label' in option ? option.label : option.title
    const below = 'children' in option && option.children ? labelIn(option.children, id) : undefined
    if (below !== undefined) return below
  }
  return undefined
}

/** What is chosen, for whoever is asked whether it is meant: the names of those that differ from the template, with their values. */
export const wordsOfParameters = (
  parameters: readonly AskedParameter[],
  values: ReportParams,
  { t, language, labelOf }: { readonly t: Translate; readonly language: Language; readonly labelOf: LabelOf },
): string =>
  parameters
    .flatMap((parameter) => {
      const value = values[parameter.name]
      if (value === undefined) return []
      const { kind, to = '', options = [] } = parameter
      const wordOf = (each: Scalar): string => {
        if (kind === 'reference') return labelOf(to, String(each))
        return options.find((option) => option.value === each)?.label?.[language] || String(each)
      }
      const text = kind === 'range' ? wordsOfRange(value as RangeValue, t, language) : [value as Value].flat().map(wordOf).join(', ')
      return [`${nameOfParameter(parameter, language)} = ${text}`]
    })
    .join('; ')

function wordsOfRange(value: RangeValue, t: Translate, language: Language): string {
  if (typeof value === 'string') return t(`boards.range.${value}`)
  if ('from' in value) return `${value.from} – ${value.to}`
  const { count, unit } = value.last
  return t('boards.range-last', { time: count.toLocaleString(localeOf[language], { style: 'unit', unit, unitDisplay: 'long' }) })
}
