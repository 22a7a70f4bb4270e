/** How the fields of a form stand on the page: in rows, groups, tabs and steps. On a phone there is one column (forms.css). */
import type { CSSProperties } from 'react'
import { Suspense } from 'react'
import type { CheckedEntry, EntryData, EntryFault, Holds } from '../../../model/form/check-entry.ts'
import { fieldsPlaced } from '../../../model/form/check-definition.ts'
import type { FormField, LayoutPart } from '../../../model/form/definition.ts'
import { textIn } from '../../../model/form/definition.ts'
import { isEmptyValue } from '../../../model/form/field-values.ts'
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx'
import { FieldView } from './field-view.tsx'
import { useForm } from './form-context.ts'
import { FormGroup } from './form-group.tsx'
import type { PartState, Reveal } from './part-state.ts'

const FormTabs = lazyWithPreload(() => import('./form-tabs.tsx'))
const FormSteps = lazyWithPreload(() => import('./form-steps.tsx'))

export interface FormState {
  readonly fields: ReadonlyMap<string, FormField>
  readonly checked: CheckedEntry
  readonly holds: Holds
  /** What stands in the fields. */
  readonly values: EntryData
  readonly isWritten: boolean
  /** What is wrong with a field, whether it is to be seen yet or not. */
  readonly faultsOf: (field: string) => readonly EntryFault[]
  /** Whether what is wrong with the field is to be seen. */
  readonly showsFaultsOf: (field: string) => boolean
  /** The field that is to be seen, wherever it stands. */
  readonly reveal: Reveal | undefined
}

const COLUMNS = 12
const none: readonly EntryFault[] = []

export function FormParts({
  of,
  state,
  showsAll = false,
}: {
  readonly of: readonly LayoutPart[]
  readonly state: FormState
  readonly showsAll?: boolean
}) {
  return of.map((part, at) => <Part key={keyOf(part, at)} part={part} state={state} showsAll={showsAll} inRow={1} />)
}

const keyOf = (part: LayoutPart, at: number): string => (part.part === 'field' ? part.field : `${part.part}-${at}`)

/** Whether there is anything of the part to be seen. */
function isShown(part: LayoutPart, state: FormState): boolean {
  switch (part.part) {
    case 'field':
      return (
        state.fields.has(part.field) &&
        (state.checked.fields.has(part.field) || (!state.isWritten && !isEmptyValue(state.values[part.field])))
      )
    case 'row':
    case 'group':
      return part.of.some((one) => isShown(one, state))
    case 'tabs':
    case 'steps':
      return part.of.some(({ of }) => of.some((one) => isShown(one, state)))
    case 'heading':
    case 'text':
      return part.visibleWhen === undefined || state.holds(part.visibleWhen)
    case 'divider':
      return true
  }
}

interface PartProps {
  readonly part: LayoutPart
  readonly state: FormState
  readonly showsAll: boolean
  /** How many stand in the row. */
  readonly inRow: number
}

function Part({ part, state, showsAll, inRow }: PartProps) {
  const { language } = useForm()
  if (!isShown(part, state)) return null
  switch (part.part) {
    case 'field': {
      const field = state.fields.get(part.field)
      const span = part.span ?? Math.max(1, Math.floor(COLUMNS / inRow))
      return field ? (
        <div className="fill-cell" style={{ '--span': span } as CSSProperties}>
          <FieldView
            field={field}
            value={state.values[field.id]}
            state={state.isWritten ? state.checked.fields.get(field.id) : undefined}
            faults={showsAll || state.showsFaultsOf(field.id) ? state.faultsOf(field.id) : none}
            checkedRows={field.kind === 'table' ? state.checked.data[field.id] : undefined}
            holds={field.columns?.some(({ visibleWhen, requiredWhen }) => visibleWhen ?? requiredWhen) ? state.holds : undefined}
          />
        </div>
      ) : null
    }
    case 'row':
      return (
        <div className="fill-grid">
          {part.of.map((one, at) => (
            <Part key={keyOf(one, at)} part={one} state={state} showsAll={showsAll} inRow={part.of.length} />
          ))}
        </div>
      )
    case 'group': {
      const own = partState([...fieldsPlaced(part.of)], textIn(part.title, language), state)
      return (
        <FormGroup part={own} isFolded={part.isFolded ?? false} reveal={state.reveal}>
          <FormParts of={part.of} state={state} showsAll={showsAll} />
        </FormGroup>
      )
    }
    case 'tabs':
    case 'steps': {
      const parts = part.of
        .filter(({ of }) => of.some((one) => isShown(one, state)))
        .map(({ title, of }) => ({ ...partState([...fieldsPlaced(of)], textIn(title, language), state), of }))
      const draw = (at: number, all: boolean) => <FormParts of={parts[at]?.of ?? []} state={state} showsAll={showsAll || all} />
      const Container = part.part === 'tabs' ? FormTabs : FormSteps
      return (
        <Suspense fallback={<div className="fill-place" />}>
          <Container parts={parts} draw={draw} reveal={state.reveal} />
        </Suspense>
      )
    }
    case 'heading':
      return <h2 className="fill-heading">{textIn(part.text, language)}</h2>
    case 'text':
      return <p className="fill-text">{textIn(part.text, language)}</p>
    case 'divider':
      return <hr className="fill-divider" />
  }
}

function partState(ids: readonly string[], title: string, state: FormState): PartState {
  const wrong = ids.filter((id) => state.faultsOf(id).length > 0)
  return { title, ids, wrong, wrongSeen: wrong.filter(state.showsFaultsOf).length }
}
