/** Keeps the draft by itself, a moment after something was changed, and sees where somebody else saved meanwhile. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { saveFormDraft } from '../../../../model/contract/devtool/forms.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { toast } from '../../../ui/toast.ts'
import type { Design } from './design-store.ts'
import type { Doc } from './state/doc.ts'
import { definitionOf } from './state/doc.ts'

/** Milliseconds without a change. */
const PAUSE = 1200

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
  /** Saves what is not saved yet; gives the revision, or nothing where that did not work. */
  readonly now: () => Promise<number | undefined>
  /** The draft that is kept has another revision now. */
  readonly published: (revision: number) => void
  /** Chooses between ours and what somebody else saved. @param theirs What is kept there; absent where ours goes over it */
  readonly choose: (revision: number, theirs?: Doc) => void
}

/** How the draft is kept while the form is designed. @param first The revision that was opened */
export function useSaving(design: Design, id: string, first: number, mayChange: boolean): Saving {
  const [state, setState] = useState<SavingState>('saved')
  const [why, setWhy] = useState<string>()
  const [meanwhile, setMeanwhile] = useState<Meanwhile>()
  const revision = useRef(first)
  const kept = useRef<Doc | undefined>(design.store.getState().doc)
  const running = useRef<Promise<number | undefined>>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOff = useRef(!mayChange)
  const isLeft = useRef(false)

  const save = useCallback(async (): Promise<number | undefined> => {
    clearTimeout(timer.current)
    await running.current
    const { doc } = design.store.getState()
    if (isOff.current) return undefined
    if (doc === kept.current) {
      setState('saved')
      return revision.current
    }
    setState('saving')
    const attempt = (async () => {
      try {
        const answer = await ask(saveFormDraft, { id, definition: definitionOf(doc), revision: revision.current }, { quiet: true })
        revision.current = answer.revision
        kept.current = doc
        setWhy(undefined)
        setState(design.store.getState().doc === doc ? 'saved' : 'waiting')
        return answer.revision
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // Nobody looks at the page any more that would say so.
        if (isLeft.current) toast.error(error.message)
        setWhy(error.message)
        if (typeof error.answer['revision'] === 'number') {
          // Nothing is saved any more before one of the two was chosen.
          isOff.current = true
          setMeanwhile(error.answer as unknown as Meanwhile)
          setState('meanwhile')
        } else setState('failed')
        return undefined
      }
    })()
    running.current = attempt
    return attempt
  }, [design, id])

  useEffect(() => {
    if (!mayChange) return undefined
    isLeft.current = false
    const later = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(), PAUSE)
    }
    const end = design.store.subscribe((after, before) => {
      if (after.doc === before.doc || isOff.current) return
      setState(after.doc === kept.current ? 'saved' : 'waiting')
      later()
    })
    const ask = (event: BeforeUnloadEvent) => {
      if (design.store.getState().doc !== kept.current) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => {
      end()
      removeEventListener('beforeunload', ask)
      // The page is left: what was changed last is saved all the same.
      isLeft.current = true
      void save()
    }
  }, [design, save, mayChange])

  const published = useCallback((other: number) => {
    revision.current = other
  }, [])
  const choose = useCallback(
    (other: number, theirs?: Doc) => {
      revision.current = other
      kept.current = theirs
      isOff.current = false
      setMeanwhile(undefined)
      setWhy(undefined)
      void save()
    },
    [save],
  )

  return { state, why, meanwhile, now: save, published, choose }
}
