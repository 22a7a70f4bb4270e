/** The filter bar of a list of entries: by the listed fields of the form, and by what every entry has. */
import { createElement } from 'react'
import { ENTRY_SOURCES, ENTRY_STATES } from '../../../../model/devtool/form-entries.ts'
import { textIn } from '../../../../model/form/definition.ts'
import { KINDS } from '../../../../model/form/kinds.ts'
import type { Language, Translate } from '../../../kernel/i18n/i18n.ts'
import { NodeFilter } from '../../../kernel/resource/node-filter.tsx'
import { TreePicker } from '../../../kernel/resource/node-picker.tsx'
import { isTree } from '../../../kernel/resource/options.ts'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import { textOf } from '../../../shared/forms/control-props.ts'
import type { FilterField } from '../../../ui/filter-bar.tsx'
import { dictionaryOf } from './entry-columns.tsx'
import type { EntryColumn } from './list-state.ts'
import { endKey, filterKey, filterKindOf } from './list-state.ts'

/** The fields of the filter bar: those of the form first. @param words What members of dictionaries are called, by type and value */
export function entryFilters(
  columns: readonly EntryColumn[],
  words: Readonly<Record<string, Readonly<Record<string, string>>>>,
  language: Language,
  t: Translate,
): FilterField[] {
  const own = columns
    .filter(({ isFilter }) => isFilter)
    .flatMap((column): FilterField[] => {
      const facts = { key: filterKey(column.id), label: textIn(column.labels, language) }
      switch (filterKindOf(column)) {
        case 'choices': {
          const options = (column.choices ?? []).map(({ value, labels }) => ({ value, label: textIn(labels, language) }))
          const members = Object.entries(words[dictionaryOf(column)] ?? {}).map(([value, label]) => ({ value, label }))
          return [{ ...facts, kind: 'select', options: column.kind === 'dictionary' ? members : options }]
        }
        case 'truth':
          return [
            {
              ...facts,
              kind: 'select',
              options: (['true', 'false'] as const).map((value) => ({ value, label: t(value === 'true' ? 'fill.yes' : 'fill.no') })),
            },
          ]
        case 'rows':
          return rowFilter(column, facts)
        case 'numbers':
        case 'dates':
          return [{ ...facts, kind: filterKindOf(column) as 'numbers' | 'dates', endKey: endKey(column.id) }]
        case 'text':
          return [{ ...facts, kind: 'input' }]
        case undefined:
          return []
      }
    })
  return [
    ...own,
    {
      key: 'state',
      label: t('field.form-entries.entryState'),
      kind: 'select',
      options: ENTRY_STATES.map((value) => ({ value, label: t(`choice.entryState.${value}`) })),
    },
    {
      key: 'source',
      label: t('field.form-entries.entrySource'),
      kind: 'select',
      options: ENTRY_SOURCES.map((value) => ({ value, label: t(`choice.entrySource.${value}`) })),
    },
    { key: 'mine', label: t('field.form-entries.ownerId'), kind: 'select', options: [{ value: '1', label: t('entries.mine') }] },
  ]
}

function rowFilter(column: EntryColumn, facts: { key: string; label: string }): FilterField[] {
  const noun = column.kind === 'reference' ? textOf((column as { readonly noun?: unknown }).noun) : (KINDS[column.kind].of ?? '')
  if (noun === '') return []
  if (isTree(noun))
    return [
      {
        ...facts,
        kind: 'picker',
        picker: (props) => createElement(NodeFilter, { noun, ...props }),
        preload: () => void TreePicker.preload(),
      },
    ]
  return [{ ...facts, kind: 'picker', picker: (props) => createElement(RowPicker, { noun, clearable: true, ...props }) }]
}
