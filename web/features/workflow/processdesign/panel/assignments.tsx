import { AutoComplete, Input } from 'antd'
import type * as z from 'zod/mini'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { useVariables } from '../form-fields.ts'
import { DraftList, textIn } from './drafts.tsx'
import { ASSIGNMENT } from './rows.ts'

type Assignment = z.output<typeof ASSIGNMENT>

interface AssignmentsProps {
  readonly label: string
  readonly value: readonly Assignment[] | undefined
  readonly onKeep: (assignments: Assignment[]) => void
}

/** Which variables are given which values. */
export function Assignments({ label, value = [], onKeep }: AssignmentsProps) {
  const t = useT()
  const variables = useVariables()
  return (
    <DraftList
      label={label}
      addText={t('process-design.assignment-add')}
      value={value}
      schema={ASSIGNMENT}
      first={{}}
      max={50}
      onKeep={(rows) => onKeep([...rows])}
    >
      {(draft, write) => ({
        head: (
          <AutoComplete
            aria-label={t('process-design.variable')}
            placeholder={t('process-design.variable')}
            value={textIn(draft, 'name')}
            options={variables.map(({ id }) => ({ value: id }))}
            showSearch={{ filterOption: (typed, option) => (option?.value ?? '').includes(typed) }}
            onChange={(name: string) => write({ name: name.trim() })}
          />
        ),
        rest: (
          <Input
            aria-label={t('process-design.value')}
            placeholder="= amount"
            maxLength={2000}
            value={textIn(draft, 'value')}
            onChange={({ target }) => write({ value: target.value })}
          />
        ),
      })}
    </DraftList>
  )
}
