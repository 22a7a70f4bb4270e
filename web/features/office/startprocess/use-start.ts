/** A start while it is filled in: kept by itself a moment after the last change, and sent when everything is said. */
import { useEffect, useRef, useState } from 'react'
import { startProcessInstance } from '../../../../model/contract/workflow/instances.ts'
import type { StartForm } from '../../../../model/contract/workflow/office.ts'
import { deleteStartDraft, saveStartDraft } from '../../../../model/contract/workflow/office.ts'
import { faultsOfAnswer } from '../../../../model/devtool/entry-faults.ts'
import type { EntryData, EntryFault } from '../../../../model/form/check-entry.ts'
import type { FormField } from '../../../../model/form/definition.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { newId } from '../../../kernel/new-id.ts'
import { readyToSend } from '../../../shared/forms/form-entry.ts'

/** Milliseconds after the last change. */
const REST_MS = 1500
export const DESCRIPTION_LENGTH = 512

/** What is said of a start beside its form. */
export interface StartValues {
  readonly candidate: string
  /** For further tasks, by their ids; for whom nobody is chosen yet there is none. */
  readonly candidates: Readonly<Record<string, string>>
  readonly startTime: string
  readonly endTime: string
  readonly description: string
}
export type StartField = keyof StartValues
export type StartFaults = Readonly<Partial<Record<StartField, string>>>

/** In which order they are looked at, and where the focus goes. */
export const START_FIELDS = ['candidate', 'candidates', 'startTime', 'endTime', 'description'] as const satisfies readonly StartField[]

export type DraftState = 'untouched' | 'changed' | 'saving' | { readonly savedTime: string } | { readonly failure: string }

/** What is still missing, by the text that says so; nothing where it can be sent. */
export function missingIn(
  values: StartValues,
  { picks, otherPicks }: Pick<StartForm, 'picks' | 'otherPicks'>,
): Readonly<Partial<Record<StartField, LabelKey>>> {
  const { candidate, candidates, startTime, endTime, description } = values
  return {
    ...(picks && candidate === '' ? { candidate: 'process-list.approver-needed' } : {}),
    ...(otherPicks.some(({ node }) => candidates[node] === undefined) ? { candidates: 'process-list.approver-needed' } : {}),
    ...(startTime === '' ? { startTime: 'error.process.range' } : {}),
    // Both are written in one way, so their order is that of their letters.
    ...(endTime === ''
      ? { endTime: 'error.process.range' }
      : startTime !== '' && endTime < startTime
        ? { endTime: 'error.process.range-order' }
        : {}),
    ...(description.trim() === ''
      ? { description: 'my-process.description-needed' }
      : description.length > DESCRIPTION_LENGTH
        ? { description: 'my-process.description-length' }
        : {}),
  }
}

interface StartOf {
  readonly of: StartForm
  readonly mayWrite: (field: FormField) => boolean
  readonly t: (key: LabelKey) => string
}

/** What is said of a process that is about to be started, kept as a draft while it is written, and what sends it. */
export function useStart({ of, mayWrite, t }: StartOf) {
  const { id, form, draft, picks, candidates, otherPicks } = of
  const only = picks && candidates.length === 1 ? (candidates[0]?.username ?? '') : ''
  const onlyOthers = otherPicks.flatMap(({ node, people }) =>
    people[0] && people.length === 1 ? [[node, people[0].username] as const] : [],
  )
  const [values, setValues] = useState<StartValues>({
    candidate: draft?.candidate ?? only,
    candidates: { ...Object.fromEntries(onlyOthers), ...draft?.candidates },
    startTime: draft?.startTime ?? '',
    endTime: draft?.endTime ?? '',
    description: draft?.description ?? '',
  })
  const [data, setData] = useState<EntryData>(draft?.data ?? {})
  const [state, setState] = useState<DraftState>(draft && draft.savedTime !== '' ? { savedTime: draft.savedTime } : 'untouched')
  const [faults, setFaults] = useState<readonly EntryFault[]>([])
  const [startFaults, setStartFaults] = useState<StartFaults>({})
  const [attempts, setAttempts] = useState(0)
  const [isBusy, setBusy] = useState(false)
  // The same key however often one tries: it is started once.
  const [commandKey] = useState(newId)
  const isOver = useRef(false)

  const change = (work: () => void) => {
    work()
    setState('changed')
  }
  const contextOf = (isDraft: boolean) => ({ now: Date.now(), zone: form?.zone ?? 'UTC', mayWrite, isDraft })

  async function save(): Promise<void> {
    if (isOver.current) return
    setState('saving')
    try {
      const { savedTime } = await ask(
        saveStartDraft,
        { processDefinitionId: id, ...values, description: values.description.slice(0, DESCRIPTION_LENGTH), formData: data },
        { quiet: true },
      )
      setState((now) => (now === 'saving' ? { savedTime } : now))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setState({ failure: failure.message })
    }
  }
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  const isWaiting = state === 'changed' && !isBusy
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => void latest.current(), REST_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, data, values])
  // Whoever leaves before it was kept finds it again all the same.
  const unkept = useRef(false)
  useEffect(() => {
    unkept.current = state === 'changed'
  }, [state])
  useEffect(
    () => () => {
      if (unkept.current) void latest.current()
    },
    [],
  )

  /** Starts it: its id and number; nothing where something is missing, which is shown. */
  async function send(): Promise<{ id: string; businessNumber: string | null } | undefined> {
    const ready = form ? readyToSend(form.definition, data, contextOf(false)) : { data: {}, faults: [] }
    const missing = missingIn(values, of)
    setStartFaults(Object.fromEntries(Object.entries(missing).map(([field, key]) => [field, t(key)])))
    setAttempts((count) => count + 1)
    if (ready.faults.length > 0 || Object.keys(missing).length > 0) return undefined
    setBusy(true)
    try {
      const { candidate, candidates: chosen, ...others } = values
      const asked = otherPicks.flatMap(({ node }) => (chosen[node] === undefined ? [] : [[node, chosen[node]] as const]))
      const started = await ask(startProcessInstance, {
        processDefinitionId: id,
        ...others,
        ...(picks ? { candidate } : {}),
        ...(asked.length > 0 ? { candidates: Object.fromEntries(asked) } : {}),
        formData: ready.data,
        commandKey,
      })
      isOver.current = true
      setState('untouched')
      return started
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const errors = failure.errors ?? []
      setStartFaults(
        Object.fromEntries(errors.flatMap(({ field, message }) => (START_FIELDS.some((one) => one === field) ? [[field, message]] : []))),
      )
      setFaults(faultsOfAnswer(errors.filter(({ field }) => !START_FIELDS.some((one) => one === field))))
      return undefined
    } finally {
      setBusy(false)
    }
  }

  async function drop(): Promise<boolean> {
    isOver.current = true
    try {
      await ask(deleteStartDraft, { processDefinitionId: id })
      setState('untouched')
      return true
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      isOver.current = false
      return false
    }
  }

  return {
    values,
    data,
    state,
    faults,
    startFaults,
    attempts,
    isBusy,
    onValues: (more: Partial<StartValues>) =>
      change(() => {
        setValues((now) => ({ ...now, ...more }))
        setStartFaults((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !Object.hasOwn(more, field))))
      }),
    onData: (next: EntryData) => change(() => setData(next)),
    send,
    drop,
  }
}
