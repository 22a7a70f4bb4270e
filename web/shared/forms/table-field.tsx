/** Rows of columns: a table where there is room, cards on a phone. Rows are added, moved and removed by buttons. */
import { Button } from 'antd'
import { useState } from 'react'
import type { EntryData, EntryFault, Holds } from '../../../model/form/check-entry.ts'
import type { FormColumn, FormField } from '../../../model/form/definition.ts'
import { MAX_ROWS, textIn } from '../../../model/form/definition.ts'
import { KINDS } from '../../../model/form/kinds.ts'
import { decimalOf } from '../../../model/expression/values.ts'
import { sentenceOfFault } from '../../../model/form/texts.ts'
import { grouped } from '../../../model/form/value-text.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { usePhone } from '../../ui/use-media.ts'
import { Control } from './control.tsx'
import type { ControlProps } from './control-props.ts'
import { listOf, recordOf } from './control-props.ts'
import { useForm } from './form-context.ts'
import { Shown } from './shown.tsx'

interface TableControlProps extends ControlProps {
  readonly field: FormField
  /** The rows as they would be kept, with what is calculated. */
  readonly checkedRows: unknown
  readonly faults: readonly EntryFault[]
  readonly holds: Holds
}

export default function TableControl({ field, checkedRows, faults, holds, ...props }: TableControlProps) {
  const { id, value, onChange, language, labelledBy, describedBy } = props
  const t = useT()
  const isPhone = usePhone()
  const { definition } = useForm()
  const columns = field.columns ?? []
  const rows = listOf(value).map(recordOf)
  const kept = listOf(checkedRows).map(recordOf)
  const [announcement, setAnnouncement] = useState('')
  const most = Math.min(field.maxCount ?? MAX_ROWS, MAX_ROWS)
  const name = (column: FormColumn) => textIn(column.labels, language)

  const set = (at: number, column: string, next: unknown) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, [column]: next } : row)))
  function move(at: number, to: number): void {
    const moved = [...rows]
    const [row] = moved.splice(at, 1)
    if (!row) return
    moved.splice(to, 0, row)
    onChange(moved)
    setAnnouncement(t('fill.row-moved', { row: at + 1, to: to + 1 }))
  }
  function remove(at: number): void {
    onChange(rows.filter((_, index) => index !== at))
    setAnnouncement(t('fill.row-removed', { row: at + 1 }))
    document.getElementById(id)?.focus()
  }

  const sums = columns.map((column) => sumOf(column, kept))
  const hasSums = rows.length > 1 && sums.some((sum) => sum !== undefined)
  const sumText = (column: FormColumn, sum: string | undefined) =>
    [grouped(sum ?? ''), sum === undefined ? '' : (column.unit ?? '')].filter(Boolean).join(' ')

  function cell(column: FormColumn, at: number) {
    const where = { table: field.id, row: at }
    if (column.visibleWhen && !holds(column.visibleWhen, where)) return undefined
    const wrong = faults.filter((fault) => fault.row === at && fault.column === column.id)
    const cellId = `${id}-${at}-${column.id}`
    const isRequired = column.required === true || (column.requiredWhen !== undefined && holds(column.requiredWhen, where))
    const label = <span id={`${cellId}-label`}>{`${name(column)}${isRequired ? ' *' : ''}`}</span>
    const fault = wrong.length > 0 && (
      <p id={`${cellId}-fault`} className="fill-fault">
        {wrong.map((one) => withoutPlace(one)).join(' ')}
      </p>
    )
    const shown = rows[at] && Object.hasOwn(rows[at], column.id) ? rows[at][column.id] : kept[at]?.[column.id]
    return {
      label,
      control: column.compute ? (
        <Shown part={column} value={kept[at]?.[column.id]} id={cellId} labelledBy={`${cellId}-label`} />
      ) : (
        <Control
          {...props}
          part={column}
          id={cellId}
          labelledBy={`${cellId}-label`}
          describedBy={wrong.length > 0 ? `${cellId}-fault` : undefined}
          isWrong={wrong.length > 0}
          isRequired={isRequired}
          value={shown}
          onChange={(next) => set(at, column.id, next)}
        />
      ),
      fault,
    }
  }
  /** The place is to be seen already. */
  const withoutPlace = ({ row: _row, ...fault }: EntryFault) => sentenceOfFault(fault, definition, language, t)

  const actions = (at: number) => (
    <span className="fill-row-actions">
      <Button size="small" disabled={at === 0} aria-label={t('fill.row-up', { row: at + 1 })} onClick={() => move(at, at - 1)}>
        ↑
      </Button>
      <Button
        size="small"
        disabled={at === rows.length - 1}
        aria-label={t('fill.row-down', { row: at + 1 })}
        onClick={() => move(at, at + 1)}
      >
        ↓
      </Button>
      <Button size="small" danger aria-label={t('fill.row-remove', { row: at + 1 })} onClick={() => remove(at)}>
        {t('fill.remove')}
      </Button>
    </span>
  )

  return (
    <div className="fill-table" role="group" aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {rows.length === 0 && <p className="quiet">{t('fill.no-rows')}</p>}
      {rows.length > 0 && isPhone && (
        <ol className="fill-cards">
          {rows.map((_, at) => (
            <li key={at}>
              <div className="fill-card-head">
                <strong>{t('fill.row', { row: at + 1 })}</strong>
                {actions(at)}
              </div>
              {columns.map((column) => {
                const drawn = cell(column, at)
                return (
                  drawn && (
                    <div key={column.id} className="fill-card-cell">
                      {drawn.label}
                      {drawn.control}
                      {drawn.fault}
                    </div>
                  )
                )
              })}
            </li>
          ))}
          {hasSums && (
            <li className="fill-card-sums">
              {columns.map((column, at) =>
                sums[at] === undefined ? null : (
                  <p key={column.id}>
                    {t('fill.sum-of', { column: name(column) })} <strong>{sumText(column, sums[at])}</strong>
                  </p>
                ),
              )}
            </li>
          )}
        </ol>
      )}
      {rows.length > 0 && !isPhone && (
        <div className="fill-table-scroll" role="region" aria-labelledby={labelledBy} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">#</th>
                {columns.map((column) => (
                  <th key={column.id} scope="col">
                    {name(column)}
                    {column.required && <span aria-hidden="true"> *</span>}
                  </th>
                ))}
                <th scope="col">
                  <span className="visually-hidden">{t('list.row-actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((_, at) => (
                <tr key={at}>
                  <td>{at + 1}</td>
                  {columns.map((column) => {
                    const drawn = cell(column, at)
                    return (
                      <td key={column.id}>
                        {drawn && (
                          <>
                            <span className="visually-hidden">{drawn.label}</span>
                            {drawn.control}
                            {drawn.fault}
                          </>
                        )}
                      </td>
                    )
                  })}
                  <td>{actions(at)}</td>
                </tr>
              ))}
            </tbody>
            {hasSums && (
              <tfoot>
                <tr>
                  <th scope="row">{t('fill.sum')}</th>
                  {columns.map((column, at) => (
                    <td key={column.id}>{sumText(column, sums[at])}</td>
                  ))}
                  <td />
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      )}
      <Button id={id} disabled={rows.length >= most} onClick={() => onChange([...rows, {}])}>
        {t('fill.row-add')}
      </Button>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </div>
  )
}

/** What the numbers of a column come to; nothing for a column of something else, and for stars, which nobody adds up. */
function sumOf(column: FormColumn, rows: readonly EntryData[]): string | undefined {
  if (KINDS[column.kind].type !== 'number' || column.kind === 'rating' || column.kind === 'reading') return undefined
  const numbers = rows.map((row) => decimalOf(row[column.id])).filter((number) => number !== null)
  const [first, ...rest] = numbers
  if (!first) return undefined
  const sum = rest.reduce((whole, number) => whole.plus(number), first)
  return column.kind === 'money' ? sum.toFixed(column.decimals ?? 2) : sum.toString()
}
