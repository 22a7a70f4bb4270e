/** A process drawn, to look at: with marks on its nodes, such as where an instance stands. The drawing comes in a part of its own. */
import { Suspense } from 'react'
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx'
import type { DiagramViewProps } from './diagram-props.ts'
import './diagram.css'

const Drawing = lazyWithPreload(() => import('./diagram-drawing.tsx'))

export function DiagramView(props: DiagramViewProps) {
  return (
    <Suspense fallback={<div className="diagram-card" aria-busy="true" />}>
      <Drawing {...props} />
    </Suspense>
  )
}
