/** A field on the page: its label, its control or what it says, help, and what is wrong. Drawn anew only when one of these is another. */
import type { FocusEvent, ReactNode } from 'react'
import { Suspense, memo } from 'react'
import type { EntryFault, FieldState, Holds } from '../../../model/form/check-entry.ts'
import type { FormField } from '../../../model/form/definition.ts'
import { textIn } from '../../../model/form/definition.ts'
import type { FieldKind } from '../../../model/form/kinds.ts'
import { sentenceOfFault } from '../../../model/form/texts.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx'
import { Control } from './control.tsx'
import { idOfField } from './field-id.ts'
import { useForm } from './form-context.ts'
import { Shown } from './shown.tsx'

const TableField = lazyWithPreload(() => import('./table-field.tsx'))

export interface FieldViewProps {
  readonly field: FormField
  readonly value: unknown
  /** Absent where the whole form is only shown. */
  readonly state: FieldState | undefined
  readonly faults: readonly EntryFault[]
  /** Of a table: its rows as they would be kept, and what says whether a condition holds in one. */
  readonly checkedRows: unknown
  readonly holds: Holds | undefined
}

function Field({ field, value, state, faults, checkedRows, holds }: FieldViewProps) {
  const t = useT()
  const { definition, language, zone, sources, formId, onWrite, onLeave } = useForm()
  const id = idOfField(formId, field.id)
  const [labelId, helpId, faultId] = [`${id}-label`, `${id}-help`, `${id}-fault`]
  const own = faults.filter(({ row }) => row === undefined)
  const isRequired = state?.isRequired ?? false
  const isWritten = state !== undefined && !state.isReadOnly
  const help = isWritten && field.help ? textIn(field.help, language) : ''
  const describedBy = [help && helpId, own.length > 0 && faultId].filter(Boolean).join(' ') || undefined
  const label = textIn(field.labels, language)

  function leave({ currentTarget, relatedTarget }: FocusEvent): void {
    if (!currentTarget.contains(relatedTarget)) onLeave(field.id)
  }

  const props = {
    part: field,
    id,
    labelledBy: labelId,
    describedBy,
    value,
    isWrong: own.length > 0,
    isRequired,
    language,
    zone,
    sources,
    onChange: (next: unknown) => onWrite(field.id, next),
  }
  return (
    <div className={own.length > 0 ? 'fill-field wrong' : 'fill-field'} data-field={field.id} onBlur={leave}>
      <Label id={labelId} htmlFor={isWritten && !GROUPS.has(field.kind) ? id : undefined}>
        {label}
        {isWritten && isRequired && (
          <>
            <span className="fill-mark" aria-hidden="true">
              {' *'}
            </span>
            <span className="visually-hidden"> {t('fill.required')}</span>
          </>
        )}
      </Label>
      {!isWritten ? (
        <Shown part={field} value={value} id={id} labelledBy={labelId} />
      ) : field.kind === 'table' ? (
        <Suspense fallback={<div className="fill-place" />}>
          <TableField {...props} field={field} checkedRows={checkedRows} faults={faults} holds={holds ?? never} />
        </Suspense>
      ) : (
        <Control {...props} />
      )}
      {help !== '' && (
        <p id={helpId} className="fill-help">
          {help}
        </p>
      )}
      {own.length > 0 && (
        <p id={faultId} className="fill-fault" role={isWritten ? undefined : 'alert'}>
          {own.map((fault) => sentenceOfFault(fault, definition, language, t)).join(' ')}
        </p>
      )}
    </div>
  )
}

/** Of several parts: a label names the group, and leads to none of them. */
const GROUPS = new Set<FieldKind>([
  'radio',
  'checkboxes',
  'slider',
  'rating',
  'location',
  'signature',
  'rich-text',
  'table',
  'reading',
  'date-range',
])

function Label({ id, htmlFor, children }: { id: string; htmlFor: string | undefined; children: ReactNode }) {
  return htmlFor === undefined ? (
    <span id={id} className="fill-label">
      {children}
    </span>
  ) : (
    <label id={id} htmlFor={htmlFor}>
      {children}
    </label>
  )
}

const never = () => false

/** Whether it would look the same. Faults are made anew by each check, and rows with what is calculated in them. */
function isSame(one: FieldViewProps, other: FieldViewProps): boolean {
  return (
    one.field === other.field &&
    one.value === other.value &&
    one.holds === other.holds &&
    one.state?.isRequired === other.state?.isRequired &&
    one.state?.isReadOnly === other.state?.isReadOnly &&
    (one.state === undefined) === (other.state === undefined) &&
    isSameData(one.faults, other.faults) &&
    isSameData(one.checkedRows, other.checkedRows)
  )
}

const isSameData = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) && Array.isArray(other) && one.length === other.length && (one.length === 0 || textOf(one) === textOf(other)))
const textOf = (data: unknown): string => JSON.stringify(data)

export const FieldView = memo(Field, isSame)
