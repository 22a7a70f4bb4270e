/** The published version that a player shows, and the next one as soon as there is one. */
import { useCallback, useEffect, useState } from 'react'
import type { ShownScreen } from '../../../../model/contract/screen/screens.ts'
import { queryScreen } from '../../../../model/contract/screen/screens.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useLanguage } from '../../../kernel/i18n/i18n.ts'
import { failureOf, optionsOf } from './hosts.ts'

/** Which screen: by its id, or by the code of a ready-made one. */
export interface WhichScreen {
  readonly id?: string | undefined
  readonly screenCode?: string | undefined
}

interface Shown {
  readonly shown: ShownScreen | undefined
  /** Why there is nothing to show. */
  readonly failure: { readonly kind: 'away' | 'refused'; readonly error: unknown } | undefined
  /** A newer version, which waits for the moment at which it may show. */
  readonly next: ShownScreen | undefined
  /** A version was published: where it is another one it is fetched. */
  readonly lookFor: (version: number) => void
  /** Shows the version that waits. */
  readonly takeNext: () => void
}

/** From one try to the next, milliseconds; and where it is not to be seen. */
const [RETRY, REFUSED_RETRY] = [5000, 30_000]

/** The published version, asked for until there is an answer, and the one that follows it. */
export function useShown({ id, screenCode }: WhichScreen, isKiosk: boolean): Shown {
  const [{ shown, next }, setFound] = useState<Pick<Shown, 'shown' | 'next'>>({ shown: undefined, next: undefined })
  const [failure, setFailure] = useState<Shown['failure']>()
  /** The version that is fetched. */
  const [wanted, setWanted] = useState<number>()
  const language = useLanguage()

  const fetchShown = useCallback(
    (signal: AbortSignal) => ask(queryScreen, { ...(id ? { id } : {}), ...(screenCode ? { screenCode } : {}) }, optionsOf(isKiosk, signal)),
    [id, screenCode, isKiosk],
  )

  useEffect(() => {
    const gone = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const open = () => {
      fetchShown(gone.signal).then(
        (found) => {
          setFailure(undefined)
          setFound({ shown: found, next: undefined })
        },
        (error: unknown) => {
          if (gone.signal.aborted) return
          const kind = failureOf(error)
          setFailure({ kind, error })
          timer = setTimeout(open, kind === 'refused' ? REFUSED_RETRY : RETRY)
        },
      )
    }
    open()
    return () => {
      gone.abort()
      clearTimeout(timer)
    }
    // A ready-made screen is written in the language of its reader.
  }, [fetchShown, language])

  useEffect(() => {
    if (wanted === undefined) return
    const gone = new AbortController()
    fetchShown(gone.signal).then(
      (found) => setFound((before) => (found.screenVersion === before.shown?.screenVersion ? before : { ...before, next: found })),
      // It is looked for again with the next answer that names it.
      () => {
        if (!gone.signal.aborted) setWanted(undefined)
      },
    )
    return () => gone.abort()
  }, [wanted, fetchShown])

  const version = shown?.screenVersion
  const lookFor = useCallback((published: number) => setWanted(published === version ? undefined : published), [version])
  const takeNext = useCallback(() => {
    setWanted(undefined)
    setFound((before) => (before.next ? { shown: before.next, next: undefined } : before))
  }, [])
  return { shown, failure, next, lookFor, takeNext }
}
