/** A page in the room that there is for it; scrolled where its document wants that, or it would be too small to be read. */
import { useRef } from 'react'
import type { ScreenDocument, ScreenPage, ScreenWidget } from '../../../../model/screens/document.ts'
import type { Feed } from '../feed.ts'
import { Stage } from '../stage.tsx'
import type { WidgetProps } from '../widget-props.ts'
import { useDisplay } from './use-display.ts'

interface StageAreaProps {
  readonly document: ScreenDocument
  readonly page: ScreenPage
  readonly feed: Feed
  readonly label: string
  readonly openOf?: ((widget: ScreenWidget) => WidgetProps['open']) | undefined
  /** Another one: all that is drawn is made anew. */
  readonly epoch: number
}

export function StageArea({ document, page, feed, label, openOf, epoch }: StageAreaProps) {
  const area = useRef<HTMLElement>(null)
  const display = useDisplay(area)
  return (
    <section ref={area} className="screen-area" aria-label={label}>
      {display && <Stage key={`${page.id} ${epoch}`} document={document} page={page} feed={feed} display={display} openOf={openOf} />}
    </section>
  )
}
