/** The fields of a noun's filter bar, from the model, the caller's view and the rows to choose from. */
import { useMemo } from 'react'
import { fieldKey } from '../../model/labels/index.ts'
import type { Resource } from '../../model/resource.ts'
import type { FilterField } from '../ui/filter-bar.tsx'
import { useT } from './i18n.ts'
import { choiceOptions, organisationTree, useRowOptions } from './options.ts'
import { useSession } from './session-store.ts'

/** `visible` absent: not known yet, all the model has. `order` names the fields that come first. */
export function useFilters(of: Resource, visible: readonly string[] | undefined, order: readonly string[]): FilterField[] {
  const t = useT()
  const { organisations } = useSession()
  const names = filterable(of, order).filter((name) => visible?.includes(name) ?? true)
  const linked = names.map((name) => of.fields[name]?.link?.to).find((to) => to !== undefined && to !== 'organisations')
  const rows = useRowOptions(linked, visible !== undefined)
  const tree = useMemo(() => organisationTree(organisations), [organisations])

  return names.flatMap((name): FilterField[] => {
    const field = of.fields[name]
    const facts = { key: name, label: t(fieldKey(of.name, name)) }
    if (!field) return []
    if (field.rights.filter === 'range') return [{ ...facts, kind: 'dates', key: `${name}Start`, endKey: `${name}End` }]
    if (field.kind === 'choice') return [{ ...facts, kind: 'select', options: choiceOptions(name, field, t) }]
    if (field.link?.to === 'organisations') return [{ ...facts, kind: 'tree', options: tree }]
    if (field.link) return [{ ...facts, kind: 'select', options: rows }]
    return [{ ...facts, kind: 'input' }]
  })
}

function filterable(of: Resource, order: readonly string[]): string[] {
  const names = Object.keys(of.fields).filter((name) => of.fields[name]?.rights.filter && name !== of.parent)
  return [...order.filter((name) => names.includes(name)), ...names.filter((name) => !order.includes(name))]
}
