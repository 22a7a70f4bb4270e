/** Keeps the draft by itself, a moment after something was changed, and sees where somebody else saved meanwhile. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ModelFinding } from '../../../../model/contract/workflow/models.ts'
import { saveProcessDesign } from '../../../../model/contract/workflow/models.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { toast } from '../../../ui/toast.ts'
import type { Drawing } from './modeler/drawing.ts'

/** Milliseconds without a change. */
const PAUSE = 2000

/** `waiting`: something is not kept yet. `meanwhile`: somebody else saved, and one of the two has to be chosen. */
export type SavingState = 'saved' | 'waiting' | 'saving' | 'failed' | 'meanwhile'

export interface Meanwhile {
  readonly savedBy: string | null
  readonly savedAt: number | null
  readonly revision: number
}

export interface Saving {
  readonly state: SavingState
  /** Why it could not be saved, in words. */
  readonly why: string | undefined
  readonly meanwhile: Meanwhile | undefined
  /** Saves what is not saved yet; gives whether all is saved. */
  readonly now: () => Promise<boolean>
  /** Chooses between ours and what somebody else saved. @param isTheirs Theirs was opened, and nothing of it has to be saved */
  readonly choose: (revision: number, isTheirs: boolean) => void
}

interface Kept {
  readonly drawing: Drawing
  readonly id: string
  /** The revision that was opened. */
  readonly revision: number
  /** Whether what is drawn has been saved: what is drawn for a model without a drawing has not. */
  readonly onFaults: (faults: readonly ModelFinding[]) => void
}

/** How the draft is kept while the process is drawn. */
export function useSaving({ drawing, id, revision: first, onFaults }: Kept): Saving {
  const [state, setState] = useState<SavingState>('saved')
  const [why, setWhy] = useState<string>()
  const [meanwhile, setMeanwhile] = useState<Meanwhile>()
  const revision = useRef(first)
  const kept = useRef(drawing.changes())
  const running = useRef<Promise<boolean>>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOff = useRef(false)
  const isLeft = useRef(false)

  const save = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current)
    await running.current
    if (isOff.current) return false
    const changes = drawing.changes()
    if (changes === kept.current) {
      setState('saved')
      return true
    }
    setState('saving')
    const attempt = (async () => {
      try {
        const { xml = '' } = await drawing.modeler.saveXML({ format: true })
        const answer = await ask(saveProcessDesign, { id, xml, revision: revision.current }, { quiet: true })
        revision.current = answer.revision
        kept.current = changes
        setWhy(undefined)
        onFaults(answer.faults)
        setState(drawing.changes() === changes ? 'saved' : 'waiting')
        return true
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // Nobody looks at the page any more that would say so.
        if (isLeft.current) toast.error(error.message)
        setWhy(error.message)
        const other = meanwhileOf(error.answer)
        if (other) {
          // Nothing is saved any more before one of the two was chosen.
          isOff.current = true
          setMeanwhile(other)
          setState('meanwhile')
        } else setState('failed')
        return false
      }
    })()
    running.current = attempt
    return attempt
  }, [drawing, id, onFaults])

  useEffect(() => {
    isLeft.current = false
    const end = drawing.subscribe(() => {
      if (drawing.changes() === kept.current || isOff.current) return
      setState('waiting')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(), PAUSE)
    })
    const ask = (event: BeforeUnloadEvent) => {
      if (drawing.changes() !== kept.current) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => {
      end()
      removeEventListener('beforeunload', ask)
      // The page is left: what was changed last is saved all the same.
      isLeft.current = true
      void save()
    }
  }, [drawing, save])

  const choose = useCallback(
    (other: number, isTheirs: boolean) => {
      revision.current = other
      if (isTheirs) kept.current = drawing.changes()
      isOff.current = false
      setMeanwhile(undefined)
      setWhy(undefined)
      void save()
    },
    [drawing, save],
  )

  return { state, why, meanwhile, now: save, choose }
}

/** Who saved meanwhile, as the refusal says it. */
function meanwhileOf(answer: Readonly<Record<string, unknown>>): Meanwhile | undefined {
  const { revision, savedBy, savedAt } = answer
  if (typeof revision !== 'number') return undefined
  return {
    revision,
    savedBy: typeof savedBy === 'string' ? savedBy : null,
    savedAt: typeof savedAt === 'number' ? savedAt : null,
  }
}
