/** The columns of a list of entries: what is the same of every form, and the listed fields of this one. */
import type { ReactNode } from 'react'
import type { EntryList } from '../../../../model/contract/devtool/form-entries.ts'
import type { FormColumn } from '../../../../model/form/definition.ts'
import { textIn } from '../../../../model/form/definition.ts'
import type { FieldKind } from '../../../../model/form/kinds.ts'
import { valueText } from '../../../../model/form/value-text.ts'
import type { Language, Translate } from '../../../kernel/i18n/i18n.ts'
import { textOf } from '../../../shared/forms/control-props.ts'
import { clockZone, secondOf } from '../../../ui/clock.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import type { EntryColumn } from './list-state.ts'

export type EntryRow = EntryList['list'][number]

const tags = { draft: 'notice', submitted: 'good', withdrawn: 'quiet' } as const
const WIDTH: Readonly<Partial<Record<FieldKind, number>>> = {
  moment: 170,
  'date-range': 190,
  switch: 90,
  rating: 90,
  integer: 110,
  lines: 240,
}
const USUAL = 150

/** The state of an entry as a word with a mark. */
export const stateTag = (state: EntryRow['entryState'], t: Translate): ReactNode => (
  <Tag kind={tags[state]}>{t(`choice.entryState.${state}`)}</Tag>
)

/** The columns, in their order. @param words What members of dictionaries are called, by type and value */
export function entryColumns(
  { columns, names }: Pick<EntryList, 'columns' | 'names'>,
  words: Readonly<Record<string, Readonly<Record<string, string>>>>,
  language: Language,
  t: Translate,
): Column<EntryRow>[] {
  const wording = { language, zone: clockZone(), t, names, words: (type: string, value: string) => words[type]?.[value] }
  const own = columns.map((column): Column<EntryRow> => {
    // A column says of its field what its values are written by.
    const text = ({ values }: EntryRow) => valueText(column as unknown as FormColumn, values[column.id], wording)
    return {
      key: column.id,
      title: textIn(column.labels, language),
      width: WIDTH[column.kind] ?? USUAL,
      sortable: column.isSorter,
      text,
      render: text,
    }
  })
  return [
    {
      key: 'entryNumber',
      title: t('field.form-entries.entryNumber'),
      width: 90,
      isFirm: true,
      sortable: true,
      render: ({ entryNumber }) => String(entryNumber),
    },
    {
      key: 'entryState',
      title: t('field.form-entries.entryState'),
      width: 110,
      isFirm: true,
      text: ({ entryState }) => t(`choice.entryState.${entryState}`),
      render: ({ entryState }) => stateTag(entryState, t),
    },
    ...own,
    {
      key: 'owner',
      title: t('field.form-entries.ownerId'),
      width: 130,
      render: ({ owner, entrySource }) => owner ?? (entrySource === 'outside' ? t('choice.entrySource.outside') : ''),
    },
    {
      key: 'submittedAt',
      title: t('field.form-entries.submitTime'),
      width: 170,
      isFirm: true,
      render: ({ submittedAt }) => (submittedAt === null ? '' : secondOf(submittedAt)),
    },
    { key: 'changedAt', title: t('entries.changed'), width: 170, isFirm: true, render: ({ changedAt }) => secondOf(changedAt) },
  ]
}

/** The type of the dictionary of a field that has one. */
export const dictionaryOf = (column: EntryColumn): string => textOf((column as { readonly dictionary?: unknown }).dictionary)
