import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import { Alert } from 'antd'
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../kernel/i18n/i18n.ts'
import type { Canvas, DiagramElement, DiagramTranslate, ElementRegistry, EventBus, Overlays } from './diagram-parts.ts'
import type { DiagramViewProps, NodeMark } from './diagram-props.ts'
import { DiagramZoom } from './diagram-zoom.tsx'
import { fitDiagram } from './fit-diagram.ts'
import { OUTSTATION_MODDLE } from './outstation-moddle.ts'

interface Drawn {
  readonly viewer: NavigatedViewer
  /** It was taken off the page, with all that stood on it. */
  isGone: boolean
}

const NO_MARKS: ReadonlyMap<string, NodeMark> = new Map()

export default function Drawing({ xml, label, marks = NO_MARKS, onPick }: DiagramViewProps) {
  const t = useT()
  const paper = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn>()
  const [isUnreadable, setUnreadable] = useState(false)
  const pick = useRef(onPick)
  useEffect(() => {
    pick.current = onPick
  }, [onPick])

  useEffect(() => {
    if (!paper.current) return undefined
    const translate: DiagramTranslate = (text, values = {}) =>
      text === 'Open {element}' ? t('process-diagram.open', { name: values['element'] ?? '' }) : text
    const viewer = new NavigatedViewer({
      container: paper.current,
      moddleExtensions: { outstation: OUTSTATION_MODDLE },
      additionalModules: [{ translate: ['value', translate] }],
    })
    const opened: Drawn = { viewer, isGone: false }
    const open = async () => {
      try {
        await viewer.importXML(xml)
        if (opened.isGone) return
        fitDiagram(viewer.get<Canvas>('canvas'))
        viewer.get<EventBus>('eventBus').on<{ element: DiagramElement }>('element.click', ({ element }) => {
          const node = element.labelTarget ?? element
          if (node !== viewer.get<Canvas>('canvas').getRootElement()) pick.current?.(node.id)
        })
        setUnreadable(false)
        setDrawn(opened)
      } catch {
        // Nothing of it can be shown; whoever drew it is told what is wrong with it where it is checked.
        if (!opened.isGone) setUnreadable(true)
      }
    }
    void open()
    return () => {
      opened.isGone = true
      setDrawn(undefined)
      viewer.destroy()
    }
  }, [xml, t])

  useEffect(() => {
    if (!drawn) return undefined
    const [canvas, overlays, elements] = [
      drawn.viewer.get<Canvas>('canvas'),
      drawn.viewer.get<Overlays>('overlays'),
      drawn.viewer.get<ElementRegistry>('elementRegistry'),
    ]
    const shown = [...marks].filter(([id]) => elements.get(id))
    for (const [id, { state, badge }] of shown) {
      canvas.addMarker(id, `diagram-${state}`)
      if (badge !== undefined) overlays.add(id, 'badge', { position: { top: -10, right: 14 }, html: badgeOf(state, badge) })
    }
    return () => {
      if (drawn.isGone) return
      for (const [id, { state }] of shown) canvas.removeMarker(id, `diagram-${state}`)
      overlays.clear()
    }
  }, [drawn, marks])

  const named = drawn
    ? [...marks].flatMap(([id, mark]) => {
        const element = drawn.viewer.get<ElementRegistry>('elementRegistry').get(id)
        return element ? [{ id, mark, name: element.businessObject.name ?? id }] : []
      })
    : []
  return (
    <div className="diagram-card" role="figure" aria-label={label}>
      <div className="diagram-paper" ref={paper} />
      {isUnreadable && <Alert className="diagram-failure" type="error" showIcon title={t('process-diagram.unreadable')} />}
      <DiagramZoom canvas={() => drawn?.viewer.get<Canvas>('canvas')} />
      {named.length > 0 && (
        <ul className="diagram-nodes">
          {named.map(({ id, mark: { state, badge }, name }) => {
            const text = t('process-diagram.marked', { name, state: t(`process-diagram.state-${state}`), badge: badge ?? '' }).trim()
            return <li key={id}>{onPick ? <button onClick={() => onPick(id)}>{text}</button> : text}</li>
          })}
        </ul>
      )}
    </div>
  )
}

function badgeOf(state: NodeMark['state'], text: string): HTMLElement {
  const badge = document.createElement('span')
  badge.className = `diagram-badge ${state}`
  // As text: who stands there names themselves.
  badge.textContent = text
  return badge
}
