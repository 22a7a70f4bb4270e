/**
 * An entry while it is written. A draft is kept by itself, a moment after the last change, without what is still wrong with it; what was sent
 * is changed only by sending it again. One call is on its way at a time, so that each names the revision that the one before it made.
 */
import { useEffect, useRef, useState } from 'react'
import type { EntryData, EntryFault } from '../../../../model/form/check-entry.ts'
import type { FormDefinition, FormField } from '../../../../model/form/definition.ts'
import type { EntryState } from '../../../../model/devtool/form-entries.ts'
import { saveFormEntry, submitFormEntry } from '../../../../model/contract/devtool/form-entries.ts'
import { faultsOfAnswer } from '../../../../model/devtool/entry-faults.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { readyToSend } from '../../../shared/forms/form-entry.ts'

/** Milliseconds after the last change. */
const REST_MS = 1500

interface DraftOf {
  readonly formId: string
  readonly formVersion: number
  readonly definition: FormDefinition
  readonly zone: string
  readonly mayWrite: (field: FormField) => boolean
  /** Of an entry that is there already. */
  readonly kept?: { readonly id: string; readonly revision: number; readonly data: EntryData; readonly entryState: EntryState } | undefined
  /** Something of it was kept. */
  readonly onKept: () => void
}

export type DraftState = 'untouched' | 'changed' | 'saving' | 'saved' | 'saved-partly' | { readonly failure: string }

export interface Draft {
  readonly data: EntryData
  readonly onChange: (data: EntryData) => void
  readonly state: DraftState
  readonly faults: readonly EntryFault[]
  /** How often it could not be sent. */
  readonly attempts: number
  readonly isBusy: boolean
  /** Keeps a draft at once. */
  readonly save: () => Promise<void>
  /** Sends it: its number, or undefined where something is wrong, which is shown. */
  readonly send: () => Promise<number | undefined>
  /** Whether leaving would lose something: a draft is kept as it is left. */
  readonly wouldLose: () => boolean
}

/** What stands in an entry, what became of it, and the ways to keep and to send it. */
export function useDraft(of: DraftOf): Draft {
  const { definition, zone, mayWrite, kept } = of
  const [data, setData] = useState<EntryData>(kept?.data ?? {})
  const [state, setState] = useState<DraftState>('untouched')
  const [faults, setFaults] = useState<readonly EntryFault[]>([])
  const [attempts, setAttempts] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const isDraft = kept === undefined || kept.entryState === 'draft'
  const own = useRef({ id: kept?.id, revision: kept?.revision })
  const running = useRef<Promise<unknown>>(Promise.resolve())
  // Asked by what runs outside of a rendering: what was written last, and whether it is kept.
  const written = useRef({ data, isKept: true, hasFailed: false })

  /** One after the other. */
  function inOrder<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    const next = running.current.then(work, work)
    running.current = next.catch(() => undefined)
    return next
  }
  const contextOf = (more: { isDraft?: boolean } = {}) => ({ now: Date.now(), zone, mayWrite, before: kept?.data, ...more })
  const bodyOf = (sent: EntryData) => ({
    formId: of.formId,
    formVersion: of.formVersion,
    data: sent,
    ...(own.current.id === undefined ? {} : { id: own.current.id }),
    ...(own.current.revision === undefined ? {} : { revision: own.current.revision }),
  })

  const save = () =>
    inOrder(async () => {
      const ready = readyToSend(definition, data, contextOf({ isDraft: true }))
      setState('saving')
      try {
        const answer = await ask(saveFormEntry, bodyOf(ready.data), { quiet: true })
        own.current = { id: answer.id, revision: answer.revision }
        if (written.current.data === data) written.current = { data, isKept: true, hasFailed: false }
        // What was written meanwhile is kept next.
        setState((now) => (now === 'saving' ? (ready.faults.length > 0 ? 'saved-partly' : 'saved') : now))
        of.onKept()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        written.current = { ...written.current, hasFailed: true }
        setState({ failure: error.message })
      }
    })

  const send = () =>
    inOrder(async () => {
      const ready = readyToSend(definition, data, contextOf())
      if (ready.faults.length > 0) {
        setAttempts((count) => count + 1)
        return undefined
      }
      setBusy(true)
      try {
        const answer = await ask(submitFormEntry, bodyOf(ready.data))
        own.current = { id: answer.id, revision: answer.revision }
        written.current = { data, isKept: true, hasFailed: false }
        setState('untouched')
        of.onKept()
        return answer.entryNumber
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setFaults(faultsOfAnswer(error.errors))
        setAttempts((count) => count + 1)
        return undefined
      } finally {
        setBusy(false)
      }
    })

  const isWaiting = isDraft && state === 'changed' && !isBusy
  const latestSave = useRef(save)
  useEffect(() => {
    latestSave.current = save
  })
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => void latestSave.current(), REST_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, data])

  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (!written.current.isKept) event.preventDefault()
    }
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [])
  useEffect(
    () => () => {
      if (isDraft && !written.current.isKept && !written.current.hasFailed) void latestSave.current()
    },
    [isDraft],
  )

  return {
    data,
    onChange: (next) => {
      written.current = { data: next, isKept: false, hasFailed: false }
      setData(next)
      setState('changed')
    },
    state,
    faults,
    attempts,
    isBusy,
    save,
    send,
    wouldLose: () => !written.current.isKept && (!isDraft || written.current.hasFailed),
  }
}
