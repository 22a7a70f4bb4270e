/** The fields of a noun's filter bar, from the model, the caller's view and the rows to choose from. */
import { createElement } from 'react'
import { isNumber } from '../../../model/field.ts'
import { labelOf } from '../../../model/labels/index.ts'
import type { Listing } from '../../../model/resource.ts'
import type { FilterField } from '../../ui/filter-bar.tsx'
import type { Option } from '../../ui/options.ts'
import { useT } from '../i18n/i18n.ts'
import { choiceOptions, isTree } from './options.ts'
import { NodeFilter } from './node-filter.tsx'
import { TreePicker } from './node-picker.tsx'
import { RowPicker } from './row-picker.tsx'

/** `visible` absent: not known yet, all the model has. `order` names the fields that come first; `choices` what a text can be chosen from. */
export function useFilters(
  of: Listing,
  visible: readonly string[] | undefined,
  order: readonly string[],
  choices: Readonly<Record<string, readonly Option[]>> = {},
): FilterField[] {
  const t = useT()
  const names = filterable(of, order).filter((name) => visible?.includes(name) ?? true)

  return names.flatMap((name): FilterField[] => {
    const field = of.fields[name]
    const facts = { key: name, label: t(labelOf(of, name)) }
    if (!field) return []
    const offered = choices[name]
    if (offered) return [{ ...facts, kind: 'select', options: offered }]
    if (field.rights.filter === 'range')
      return [{ ...facts, kind: isNumber(field) ? 'numbers' : 'dates', key: `${name}Start`, endKey: `${name}End` }]
    if (field.kind === 'choice' || (field.kind === 'list' && field.options))
      return [{ ...facts, kind: 'select', options: choiceOptions(name, field, t) }]
    const noun = field.link?.to
    if (noun && isTree(noun))
      return [{ ...facts, kind: 'picker', picker: (props) => createElement(NodeFilter, { noun, ...props }), preload: TreePicker.preload }]
    if (noun && field.kind !== 'lookup')
      return [{ ...facts, kind: 'picker', picker: (props) => createElement(RowPicker, { noun, clearable: true, ...props }) }]
    return [{ ...facts, kind: 'input' }]
  })
}

function filterable(of: Listing, order: readonly string[]): string[] {
  const names = Object.keys(of.fields).filter((name) => of.fields[name]?.rights.filter && name !== of.parent)
  return [...order.filter((name) => names.includes(name)), ...names.filter((name) => !order.includes(name))]
}
