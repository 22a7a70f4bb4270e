/** When alarms of the page's points were raised on a day. */
import { useEffect, useState } from 'react'
import type { OutputOf } from '../../../../../model/contract/contract.ts'
import { queryPlaybackMarks } from '../../../../../model/contract/screen/screens.ts'
import { startOf } from '../../../../../model/zone.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { clockZone } from '../../../../ui/clock.ts'
import { askedBy } from '../../live-feed.ts'
import { optionsOf } from '../hosts.ts'

export type Mark = OutputOf<typeof queryPlaybackMarks>['marks'][number]

const NOTHING: readonly Mark[] = []

/** The marks of a day, none before they are known. @param begin Of the day, milliseconds since 1970 */
export function useMarks(
  id: string,
  page: string,
  variables: ReadonlyMap<string, unknown>,
  begin: number,
  now: () => number,
): readonly Mark[] {
  const [found, setFound] = useState<{ readonly begin: number; readonly marks: readonly Mark[] }>()
  useEffect(() => {
    const gone = new AbortController()
    const to = Math.floor(Math.min(startOf(clockZone(), begin, 'day', 1), now()))
    ask(queryPlaybackMarks, { id, page, variables: askedBy(variables), from: begin, to }, optionsOf(false, gone.signal)).then(
      ({ marks }) => setFound({ begin, marks }),
      // The playback says itself what is the matter; without marks the slider has none.
      () => undefined,
    )
    return () => gone.abort()
  }, [id, page, variables, begin, now])
  return found?.begin === begin ? found.marks : NOTHING
}
