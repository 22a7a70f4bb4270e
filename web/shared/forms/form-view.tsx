/**
 * A form to be filled in, or an entry to be read. What is there, what may be written, what is calculated and what is wrong says `checkEntry`, which the
 * server asks as well (docs/decisions/0116-forms-as-data.md); this draws it.
 */
import type { Dispatch, SetStateAction } from 'react'
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { EntryData, EntryFault } from '../../../model/form/check-entry.ts'
import { checkEntry, conditionsOf } from '../../../model/form/check-entry.ts'
import { compileForm } from '../../../model/form/compiled-form.ts'
import type { FormDefinition, FormField } from '../../../model/form/definition.ts'
import { sentenceOfFault } from '../../../model/form/texts.ts'
import type { Language } from '../../../model/language.ts'
import { useNow } from '../../kernel/i18n/use-now.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { focusField } from './focus-field.ts'
import { FormContext } from './form-context.ts'
import { asShown, isShownFault } from './form-entry.ts'
import { FormParts } from './form-layout.tsx'
import type { FormSources } from './form-sources.ts'
import type { Reveal } from './part-state.ts'
import './forms.css'

export interface FormViewProps {
  readonly definition: FormDefinition
  /** As it is kept so far; absent for a new entry. */
  readonly before?: EntryData | undefined
  readonly data: EntryData
  /** Absent: shown, not written. */
  readonly onChange?: ((data: EntryData) => void) | undefined
  readonly language: Language
  readonly zone: string
  readonly mayWrite?: ((field: FormField) => boolean) | undefined
  /** Nothing is required of it yet. */
  readonly isDraft?: boolean | undefined
  /** What the server has said, beside what checkEntry finds in the page. */
  readonly faults?: readonly EntryFault[] | undefined
  /** All faults are shown after an attempt to send; before, those of fields that were left. */
  readonly showsAllFaults?: boolean | undefined
  /** How often somebody tried to send: each time the first fault has the focus. Where it is absent, showing all faults counts as the first time. */
  readonly attempts?: number | undefined
  /** Where options, uploads and readings come from: the signed-in page, the outside page or the preview gives them. */
  readonly sources: FormSources
}

const all = () => true
const none: readonly EntryFault[] = []
/** What asks for the hour is asked again so often, in milliseconds. */
const CLOCK_MS = 30_000

export function FormView(props: FormViewProps) {
  const { definition, before, data, onChange, language, zone, mayWrite = all, isDraft = false, faults = none, sources } = props
  const { showsAllFaults = false } = props
  const t = useT()
  const formId = useId()
  const now = useNow(CLOCK_MS)
  const isWritten = onChange !== undefined
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { fields } = compileForm(definition)

  const shown = useMemo(() => (isWritten ? asShown(definition, data, before) : data), [definition, data, before, isWritten])
  const checked = useMemo(
    () => checkEntry(definition, shown, { now, zone, mayWrite, before, isDraft }),
    [definition, shown, now, zone, mayWrite, before, isDraft],
  )
  const holds = useMemo(
    () => conditionsOf(definition, checked.data, { now, zone, mayWrite, before }),
    [definition, checked, now, zone, mayWrite, before],
  )
  const values = useMemo(() => (isWritten ? valuesOf(fields, shown, checked) : data), [fields, shown, checked, data, isWritten])

  // What the server said of a value holds until the value is another.
  const [known, setKnown] = useState({ faults, data })
  const isAnswered = known.faults !== faults && (known.faults.length > 0 || faults.length > 0)
  const answered = useMemo(() => (isAnswered ? { faults, data } : known), [isAnswered, faults, data, known])
  if (isAnswered) setKnown(answered)
  const byField = useMemo(() => {
    const fromServer = answered.faults.filter(({ field }) => answered.data[field] === data[field])
    const own = isWritten ? checked.faults.filter(isShownFault) : none
    const found = Map.groupBy(own, ({ field }) => field)
    for (const [field, some] of Map.groupBy(fromServer, ({ field: place }) => place)) if (!found.has(field)) found.set(field, some)
    return found
  }, [answered, checked, data, isWritten])
  const isOnPage = (field: string) => fields.has(field) && checked.fields.has(field)
  const elsewhere = [...byField].flatMap(([field, some]) => (isOnPage(field) ? [] : some))

  const [reveal, setReveal] = useState<Reveal & { readonly cell?: { row: number; column: string } }>()
  const attempts = props.attempts ?? (showsAllFaults ? 1 : 0)
  const [tried, setTried] = useState(0)
  if (tried !== attempts) {
    setTried(attempts)
    const first = [...fields.keys()].flatMap((field) => (isOnPage(field) ? (byField.get(field)?.slice(0, 1) ?? []) : []))[0]
    if (attempts > tried && first)
      setReveal({
        field: first.field,
        ...(first.row !== undefined && first.column !== undefined ? { cell: { row: first.row, column: first.column } } : {}),
      })
  }
  useEffect(() => (reveal ? focusField(formId, reveal.field, reveal.cell) : undefined), [reveal, formId])

  // Two fields that write at the same moment write into the same entry.
  const latest = useRef({ data, onChange })
  useLayoutEffect(() => {
    latest.current = { data, onChange }
  })
  const onWrite = useCallback((field: string, value: unknown) => {
    const { data: entry, onChange: change } = latest.current
    const next = { ...entry, [field]: value }
    latest.current = { data: next, onChange: change }
    change?.(next)
  }, [])
  const onLeave = useLeaving(setLeft)

  const form = useMemo(
    () => ({ definition, language, zone, sources, formId, onWrite, onLeave }),
    [definition, language, zone, sources, formId, onWrite, onLeave],
  )
  const state = {
    fields,
    checked,
    holds,
    values,
    isWritten,
    reveal,
    faultsOf: (field: string) => byField.get(field) ?? none,
    showsFaultsOf: (field: string) => showsAllFaults || left.has(field) || answered.faults.some((fault) => fault.field === field),
  }
  return (
    <FormContext value={form}>
      <div className={isWritten ? 'fill-form' : 'fill-form read'}>
        {elsewhere.length > 0 && (
          <div className="fill-elsewhere" role="alert">
            {elsewhere.map((fault, at) => (
              <p key={at}>{sentenceOfFault(fault, definition, language, t)}</p>
            ))}
          </div>
        )}
        <FormParts of={definition.layout} state={state} />
      </div>
    </FormContext>
  )
}

/** Adds a field that was left. While something is pressed it waits: what is wrong may take room, and what is pressed would move away below the pointer. */
function useLeaving(add: Dispatch<SetStateAction<ReadonlySet<string>>>): (field: string) => void {
  const pressed = useRef({ isDown: false, left: new Set<string>() })
  const flush = useCallback(() => {
    const { left } = pressed.current
    pressed.current = { isDown: false, left: new Set() }
    if (left.size > 0) add((some) => new Set([...some, ...left]))
  }, [add])
  useEffect(() => {
    const press = () => {
      pressed.current.isDown = true
    }
    // The click comes after the release.
    const release = () => setTimeout(flush)
    const ends = ['pointerup', 'pointercancel'] as const
    addEventListener('pointerdown', press, true)
    for (const end of ends) addEventListener(end, release, true)
    return () => {
      removeEventListener('pointerdown', press, true)
      for (const end of ends) removeEventListener(end, release, true)
    }
  }, [flush])
  return useCallback(
    (field) => {
      pressed.current.left.add(field)
      if (!pressed.current.isDown) flush()
    },
    [flush],
  )
}

/** What stands in the fields: what somebody wrote, or what is calculated, locked, or begun with. */
function valuesOf(fields: ReadonlyMap<string, FormField>, shown: EntryData, checked: ReturnType<typeof checkEntry>): EntryData {
  const values: Record<string, unknown> = {}
  for (const [id, { isReadOnly }] of checked.fields)
    if (fields.has(id)) values[id] = !isReadOnly && Object.hasOwn(shown, id) ? shown[id] : checked.data[id]
  return values
}
