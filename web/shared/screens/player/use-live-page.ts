/** The live feed of the page that shows; the page before stays until the next one has its first answer, so that nothing is ever empty between the two. */
import { useEffect, useRef, useState } from 'react'
import type { ShownScreen } from '../../../../model/contract/screen/screens.ts'
import type { ScreenPage } from '../../../../model/screens/document.ts'
import type { LiveFeed } from '../live-feed.ts'
import { openLiveFeed } from '../live-feed.ts'
import { preloadWidgets } from '../widgets/index.ts'
import { liveHost } from './hosts.ts'

export interface LivePage {
  readonly page: ScreenPage
  readonly feed: LiveFeed
}

/** The page that is drawn, with its feed; undefined before the first answer. @param variables What was chosen so far, which goes with the reader from page to page: it is written to */
export function useLivePage(shown: ShownScreen, pageId: string, variables: Map<string, unknown>, isKiosk: boolean): LivePage | undefined {
  const [drawn, setDrawn] = useState<LivePage>()
  const left = useRef<LiveFeed[]>([])
  const { id, content } = shown

  useEffect(() => {
    const page = content.pages.find((each) => each.id === pageId) ?? (content.pages[0] as ScreenPage)
    // What draws it comes while the server answers.
    void preloadWidgets(page.widgets.map(({ kind }) => kind))
    const feed = openLiveFeed({
      document: content,
      page,
      variables,
      onVariable: (name, value) => void variables.set(name, value),
      host: liveHost(id, page.id, isKiosk),
    })
    const feeds = left.current
    const deaf = feed.onState(() => {
      if (feed.state().kind === 'opening') return
      deaf()
      for (const before of feeds.splice(0)) before.stop()
      setDrawn({ page, feed })
    })
    return () => {
      deaf()
      feeds.push(feed)
    }
  }, [id, content, pageId, variables, isKiosk])

  useEffect(() => {
    const feeds = left.current
    return () => {
      for (const feed of feeds.splice(0)) feed.stop()
    }
  }, [])
  return drawn
}
