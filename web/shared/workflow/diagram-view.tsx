/** A process drawn, to look at: with marks on its nodes, such as where an instance stands. What draws it comes when its place is in view, and not with the dialog that it stands in. */
import { Suspense, useRef } from 'react'
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx'
import { useNear } from '../../ui/use-near.ts'
import type { DiagramViewProps } from './diagram-props.ts'
import './diagram.css'

const Drawing = lazyWithPreload(() => import('./diagram-drawing.tsx'))

export function DiagramView(props: DiagramViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNear(place)
  const empty = <div ref={place} className="diagram-card" aria-busy="true" />
  if (!isNear) return empty
  return (
    <Suspense fallback={empty}>
      <Drawing {...props} />
    </Suspense>
  )
}
