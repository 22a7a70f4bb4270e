/** What somebody has written at a task and not sent: kept by itself, a moment after the last change. It goes with the task. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { PersonalTaskDetails } from '../../../../model/contract/workflow/office.ts'
import { saveTaskDraft } from '../../../../model/contract/workflow/office.ts'
import type { EntryData, EntryFault } from '../../../../model/form/check-entry.ts'
import type { FormField } from '../../../../model/form/definition.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { readyToSend } from '../../../shared/forms/form-entry.ts'

/** Milliseconds after the last change. */
const REST_MS = 1500

export type DraftState = 'untouched' | 'changed' | 'saving' | { readonly savedTime: string } | { readonly failure: string }

export interface TaskDraft {
  readonly comment: string
  readonly onComment: (comment: string) => void
  readonly data: EntryData
  readonly onData: (data: EntryData) => void
  readonly mayWrite: (field: FormField) => boolean
  readonly state: DraftState
  readonly faults: readonly EntryFault[]
  /** How often it could not be sent. */
  readonly attempts: number
  /** The last of these asked for nothing that is missing. */
  readonly isDraft: boolean
  /** Whether something can be written at the task now. */
  readonly isKept: boolean
  /**
   * What of the form goes along; undefined where something is wrong, which is shown.
   * @param isWhole Whether what the form requires has to be there. If not, nothing goes along where nothing was written
   */
  readonly readyToSend: (isWhole: boolean) => EntryData | undefined
  /** What the server found. */
  readonly showFaults: (faults: readonly EntryFault[]) => void
  /** The task is done: nothing is kept any more. */
  readonly forget: () => void
}

/** What is written at a task, kept as a draft while it is written; its faults once somebody has tried to send it. */
export function useTaskDraft({ task, form, draft, acts }: PersonalTaskDetails): TaskDraft {
  const [comment, setComment] = useState(draft?.comment ?? '')
  const [written, setWritten] = useState<EntryData>(draft?.data ?? {})
  const [state, setState] = useState<DraftState>(draft ? { savedTime: draft.savedTime } : 'untouched')
  const [faults, setFaults] = useState<readonly EntryFault[]>([])
  const [attempts, setAttempts] = useState(0)
  const [isDraft, setIsDraft] = useState(false)
  const isKept = acts.includes('complete') || acts.includes('resolve')
  const writable = form?.writable.join()
  const mayWrite = useMemo(() => {
    const ids = new Set(writable?.split(','))
    return ({ id }: FormField) => ids.has(id)
  }, [writable])
  const data = useMemo(() => ({ ...form?.data, ...written }), [form?.data, written])

  // Asked by what runs outside of a rendering: what was written last, and whether it is kept.
  const latest = useRef({ comment, written, isOpen: false })
  useEffect(() => {
    latest.current = { ...latest.current, comment, written }
  }, [comment, written])

  async function save(): Promise<void> {
    const sent = latest.current
    latest.current = { ...sent, isOpen: false }
    setState('saving')
    try {
      const { savedTime } = await ask(
        saveTaskDraft,
        { taskId: task.id, ...(sent.comment ? { comment: sent.comment } : {}), formData: sent.written },
        { quiet: true },
      )
      setState((now) => (now === 'saving' ? { savedTime } : now))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setState({ failure: failure.message })
    }
  }
  const latestSave = useRef(save)
  useEffect(() => {
    latestSave.current = save
  })

  useEffect(() => {
    if (!isKept || state !== 'changed') return
    const timer = setTimeout(() => void latestSave.current(), REST_MS)
    return () => clearTimeout(timer)
  }, [isKept, state, comment, written])
  useEffect(
    () => () => {
      if (latest.current.isOpen) void latestSave.current()
    },
    [],
  )

  function touch(): void {
    if (!isKept) return
    latest.current = { ...latest.current, isOpen: true }
    setState('changed')
  }

  return {
    comment,
    onComment: (next) => {
      setComment(next)
      touch()
    },
    data,
    onData: (next) => {
      // What the server holds is not the draft's: it may change meanwhile.
      setWritten(Object.fromEntries(Object.entries(next).filter(([id, value]) => value !== form?.data[id] || Object.hasOwn(written, id))))
      touch()
    },
    mayWrite,
    state,
    faults,
    attempts,
    isDraft,
    isKept,
    readyToSend: (isWhole) => {
      if (!form || (!isWhole && Object.keys(written).length === 0)) return {}
      const context = { now: Date.now(), zone: form.zone, mayWrite, before: form.data, isDraft: !isWhole }
      const ready = readyToSend(form.definition, data, context)
      if (ready.faults.length === 0) return ready.data
      setIsDraft(!isWhole)
      setAttempts((count) => count + 1)
      return undefined
    },
    showFaults: (found) => {
      setFaults(found)
      setAttempts((count) => count + 1)
    },
    forget: () => {
      latest.current = { ...latest.current, isOpen: false }
      setState('untouched')
    },
  }
}
