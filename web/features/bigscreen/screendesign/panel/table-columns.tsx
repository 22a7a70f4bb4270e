/** Which columns of figures a table shows, what they are called there, and with how many decimals. */
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { columnsOf } from '../state/columns.ts'
import { useDesignState } from '../store.ts'
import { Entries } from './entries.tsx'
import type { OptionProps } from './option-props.ts'
import { Choice, NumberInput, TextInput } from './parts.tsx'

interface TableColumn {
  readonly column: string
  readonly label?: string
  readonly digits?: number
}

export default function TableColumns({ label, widget, value, disabled, onChange }: OptionProps) {
  const t = useT()
  const document = useDesignState((state) => state.document)
  const figure = widget.options?.['figure']
  const offered = columnsOf(document, typeof figure === 'string' ? figure : undefined)
  const columns = (value ?? []) as readonly TableColumn[]
  const next = offered.find(({ name }) => columns.every(({ column }) => column !== name))
  return (
    <>
      {columns.length === 0 && <p className="quiet">{t('screen-design.all-columns')}</p>}
      <Entries<TableColumn>
        label={label}
        entries={columns}
        most={12}
        disabled={disabled}
        fresh={next && (() => ({ column: next.name }))}
        onChange={(all) => onChange(all.length === 0 ? undefined : all)}
      >
        {({ column, label: heading, digits }, change, at) => {
          const put = (one: { column: string; label: string | undefined; digits: number | undefined }) =>
            change({
              column: one.column,
              ...(one.label === undefined ? {} : { label: one.label }),
              ...(one.digits === undefined ? {} : { digits: one.digits }),
            })
          return (
            <>
              <Choice
                label={t('screen-design.column-nth', { at: at + 1 })}
                value={column}
                options={offered.map(({ name }) => ({ value: name, label: name }))}
                onChange={(name) => name && put({ column: name, label: heading, digits })}
              />
              <TextInput
                label={t('screen-design.column-label', { at: at + 1 })}
                value={heading}
                max={128}
                onChange={(text) => put({ column, label: text, digits })}
              />
              <NumberInput
                label={t('screen-design.column-digits', { at: at + 1 })}
                value={digits}
                min={0}
                max={6}
                isWhole
                onChange={(count) => put({ column, label: heading, digits: count })}
              />
            </>
          )
        }}
      </Entries>
    </>
  )
}
