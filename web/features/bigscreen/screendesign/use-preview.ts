/** Real data of the page that is shown, for the canvas: asked for a moment after something was changed, as whoever has a role sees them. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { previewScreenPage } from '../../../../model/contract/screen/screens.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { DesignFeed } from './design-feed.ts'
import { useDesignState, usePage } from './store.ts'

/** Milliseconds without a change. */
const PAUSE = 800
/** Milliseconds: figures of a page take longer than a list. */
const LIMIT = 30_000

export interface Looking {
  readonly isOn: boolean
  /** As whoever has this role; null as oneself. */
  readonly roleId: string | null
}

/** What the preview says, which is also put into the feed. */
export function usePreview(feed: DesignFeed, { isOn, roleId }: Looking) {
  const content = useAfterPause(useDesignState((state) => state.document))
  const { id } = usePage()
  const isThere = content.pages.some((page) => page.id === id)
  const found = useQuery({
    queryKey: ['screen-preview', id, content, roleId],
    queryFn: ({ signal }) =>
      ask(previewScreenPage, { content, page: id, ...(roleId ? { roleId } : {}) }, { signal, quiet: true, limit: LIMIT }),
    enabled: isOn && isThere,
    // Ids of widgets are those of one page: what was asked for another one would stand in the wrong ones.
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    gcTime: 10_000,
    retry: false,
  })
  const shown = isOn && !found.error ? found.data : undefined
  useEffect(() => feed.setData(shown), [feed, shown])
  return { shown, error: isOn ? found.error : null, isFetching: found.isFetching, again: () => void found.refetch() }
}
export type Previewed = ReturnType<typeof usePreview>

/** The value as it was when nothing had changed for a moment. */
function useAfterPause<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
