/** The fields to narrow a list by. What is typed counts when Query or Enter is pressed. */
import { Button, Input, Select, Space } from 'antd'
import type { FormEvent, ReactNode } from 'react'
import { Suspense, useId, useState } from 'react'
import './filter-bar.css'
import { lazyWithPreload } from './lazy-with-preload.tsx'
import type { Option } from './options.ts'
import type { Period } from './periods.ts'
import { useClearing } from './clearing.tsx'

const DateRange = lazyWithPreload(() => import('./date-range.tsx'))

export type FilterField = { readonly key: string; readonly label: string } & (
  | { readonly kind: 'input' }
  | { readonly kind: 'select'; readonly options: readonly Option[] }
  /** Chosen from rows: whoever knows them draws the control. `preload` lets come what it is made of. */
  | { readonly kind: 'picker'; readonly picker: (props: PickerProps) => ReactNode; readonly preload?: () => void }
  /** `key` names the start, `endKey` the end. */
  | { readonly kind: 'dates' | 'numbers'; readonly endKey: string }
)

interface PickerProps {
  readonly id: string
  readonly value: string
  readonly onChange: (value: string | undefined) => void
}

export type FilterValues = Readonly<Record<string, string>>

export interface FilterTexts {
  readonly form: string
  readonly query: string
  readonly reset: string
  readonly more: string
  readonly fewer: string
  /** What unfolds the fields on a phone, with how many of them are in use. */
  readonly fold: (active: number) => string
  readonly from: string
  readonly to: string
  /** The ends of a range of numbers. */
  readonly least: string
  readonly greatest: string
  readonly none: string
  readonly periods: Readonly<Record<Period, string>>
}

interface FilterBarProps {
  readonly fields: readonly FilterField[]
  /** How many fields are shown without asking for more. */
  readonly first: number
  readonly values: FilterValues
  /** What Reset goes back to. */
  readonly resetTo?: FilterValues
  readonly onQuery: (values: FilterValues) => void
  /** Whether its controls are still to be drawn: something else is wanted first, and their places are kept. */
  readonly isResting?: boolean
  readonly texts: FilterTexts
}

const empty: FilterValues = {}
const place = <div className="filter-place" />

export function FilterBar({ fields, first, values, resetTo = empty, onQuery, isResting = false, texts }: FilterBarProps) {
  const [draft, setDraft] = useState(values)
  const [known, setKnown] = useState(values)
  const rest = fields.slice(first)
  const [all, setAll] = useState(() => rest.some((field) => keysOf(field).some((key) => values[key])))

  // The address changed under us (back, a link): what was typed and not asked for is forgotten.
  if (JSON.stringify(known) !== JSON.stringify(values)) {
    setKnown(values)
    setDraft(values)
  }

  const shown = all ? fields : fields.slice(0, first)
  // On a phone alone: everywhere else they are open (filter-bar.css).
  const [unfolded, setUnfolded] = useState(false)
  const active = fields.filter((field) => keysOf(field).some((key) => values[key])).length

  function submit(event: FormEvent): void {
    event.preventDefault()
    // What was asked for is looked at next.
    setUnfolded(false)
    onQuery(trimmed(draft))
  }

  return (
    <form
      className={unfolded ? 'filter-bar unfolded' : 'filter-bar'}
      role="search"
      aria-label={texts.form}
      onSubmit={submit}
      onPointerEnter={() => preload(shown)}
      onFocus={() => preload(shown)}
    >
      <button
        type="button"
        className={active > 0 ? 'filter-fold active' : 'filter-fold'}
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        {texts.fold(active)}
      </button>
      {shown.map((field) => (
        <Filter
          key={field.key}
          field={field}
          values={draft}
          isResting={isResting}
          texts={texts}
          onChange={(part) => setDraft({ ...draft, ...part })}
        />
      ))}
      <div className="filter-buttons">
        <Button type="primary" htmlType="submit">
          {texts.query}
        </Button>
        <Button
          onClick={() => {
            setDraft(resetTo)
            onQuery(resetTo)
          }}
        >
          {texts.reset}
        </Button>
        {rest.length > 0 && (
          <Button
            type="link"
            aria-expanded={all}
            onPointerEnter={() => preload(rest)}
            onFocus={() => preload(rest)}
            onClick={() => setAll(!all)}
          >
            {all ? texts.fewer : texts.more}
          </Button>
        )}
      </div>
    </form>
  )
}

interface FilterProps {
  readonly field: FilterField
  readonly values: FilterValues
  readonly isResting: boolean
  readonly texts: FilterTexts
  readonly onChange: (part: FilterValues) => void
}

function Filter({ field, values, isResting, texts, onChange }: FilterProps) {
  const id = useId()
  const clearing = useClearing()
  const { key, label } = field
  return (
    <div className={field.kind === 'dates' ? 'filter wide' : 'filter'}>
      <label htmlFor={id}>{label}</label>
      {isResting ? place : <Suspense fallback={place}>{control()}</Suspense>}
    </div>
  )

  function control() {
    const value = values[key] ?? ''
    const set = (next: string | undefined) => onChange({ [key]: next ?? '' })
    if (field.kind === 'select') {
      return (
        <Select
          id={id}
          allowClear={clearing}
          showSearch={{ optionFilterProp: 'label' }}
          value={value || null}
          options={[...field.options]}
          notFoundContent={texts.none}
          onChange={(next: string | null | undefined) => set(next ?? '')}
        />
      )
    }
    if (field.kind === 'picker') return field.picker({ id, value, onChange: set })
    if (field.kind === 'dates') {
      return (
        <DateRange
          id={id}
          start={value}
          end={values[field.endKey] ?? ''}
          from={texts.from}
          to={texts.to}
          periods={texts.periods}
          onChange={(start, end) => onChange({ [key]: start, [field.endKey]: end })}
        />
      )
    }
    if (field.kind === 'numbers') {
      const ends = [
        [key, id, texts.least],
        [field.endKey, `${id}-end`, texts.greatest],
      ] as const
      return (
        <Space.Compact block>
          {ends.map(([end, own, placeholder]) => (
            <Input
              key={end}
              id={own}
              inputMode="decimal"
              allowClear
              placeholder={placeholder}
              value={values[end] ?? ''}
              aria-label={own === id ? undefined : `${label} ${placeholder}`}
              onChange={(event) => onChange({ [end]: event.target.value })}
            />
          ))}
        </Space.Compact>
      )
    }
    return <Input id={id} allowClear value={value} onChange={(event) => set(event.target.value)} />
  }
}

/** Somebody is about to use these: what they are made of is on its way before they press. */
function preload(fields: readonly FilterField[]): void {
  for (const field of fields) {
    if (field.kind === 'picker') field.preload?.()
    if (field.kind === 'dates') void DateRange.preload()
  }
}

function keysOf(field: FilterField): string[] {
  return field.kind === 'dates' || field.kind === 'numbers' ? [field.key, field.endKey] : [field.key]
}

function trimmed(values: FilterValues): FilterValues {
  return Object.fromEntries(
    Object.entries(values)
      .map(([key, value]) => [key, value.trim()])
      .filter(([, value]) => value),
  )
}
