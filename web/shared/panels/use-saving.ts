/** Keeps a draft by itself, a moment after something was changed, and sees where somebody else saved meanwhile. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../kernel/http/api.ts'
import { toast } from '../../ui/toast.ts'
import { isAlike } from './alike.ts'

/** Milliseconds without a change. */
const PAUSE = 1200

/** `waiting`: something is not kept yet. `meanwhile`: somebody else saved, and one of the two has to be chosen. */
export type SavingState = 'saved' | 'waiting' | 'saving' | 'failed' | 'meanwhile'

export interface Meanwhile {
  readonly savedBy: string | null
  readonly savedAt: number | null
  readonly revision: number
}

export interface Saving<Doc> {
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

/** Where the draft is while it is changed. It is the same object from render to render. */
export interface Drafting<Doc> {
  readonly read: () => Doc
  /** Calls whenever the draft may have changed. */
  readonly follow: (changed: () => void) => () => void
  /** @throws ApiError with a `revision` in its answer where somebody else saved meanwhile */
  readonly save: (doc: Doc, revision: number) => Promise<{ readonly revision: number }>
  /** What is kept now, for drafts whose revision also changes where something else of their row does. */
  readonly stored?: () => Promise<{ readonly content: Doc; readonly revision: number }>
}

/** Saves once more where nothing but the revision is another one: nobody has changed what is written over. */
async function saved<Doc>({ save, stored }: Drafting<Doc>, doc: Doc, revision: number, before: Doc | undefined) {
  try {
    return await save(doc, revision)
  } catch (error) {
    if (!stored || before === undefined || !(error instanceof ApiError) || typeof error.answer['revision'] !== 'number') throw error
    const now = await stored()
    if (!isAlike(now.content, before)) throw error
    return save(doc, now.revision)
  }
}

/** How the draft is kept while it is changed. @param first The revision that was opened */
export function useSaving<Doc>(draft: Drafting<Doc>, first: number, mayChange: boolean): Saving<Doc> {
  const [state, setState] = useState<SavingState>('saved')
  const [why, setWhy] = useState<string>()
  const [meanwhile, setMeanwhile] = useState<Meanwhile>()
  const revision = useRef(first)
  const [opened] = useState(draft.read)
  const kept = useRef<Doc | undefined>(opened)
  const running = useRef<Promise<number | undefined>>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOff = useRef(!mayChange)
  const isLeft = useRef(false)

  const save = useCallback(async (): Promise<number | undefined> => {
    clearTimeout(timer.current)
    await running.current
    const doc = draft.read()
    if (isOff.current) return undefined
    if (doc === kept.current) {
      setState('saved')
      return revision.current
    }
    setState('saving')
    const attempt = (async () => {
      try {
        const answer = await saved(draft, doc, revision.current, kept.current)
        revision.current = answer.revision
        kept.current = doc
        setWhy(undefined)
        setState(draft.read() === doc ? 'saved' : 'waiting')
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
  }, [draft])

  useEffect(() => {
    if (!mayChange) return undefined
    isLeft.current = false
    let before = draft.read()
    const later = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(), PAUSE)
    }
    const end = draft.follow(() => {
      const after = draft.read()
      if (after === before || isOff.current) return
      before = after
      setState(after === kept.current ? 'saved' : 'waiting')
      later()
    })
    const ask = (event: BeforeUnloadEvent) => {
      if (draft.read() !== kept.current) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => {
      end()
      removeEventListener('beforeunload', ask)
      // The page is left: what was changed last is saved all the same.
      isLeft.current = true
      void save()
    }
  }, [draft, save, mayChange])

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
