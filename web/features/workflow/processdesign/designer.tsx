/** The designer of processes, as soon as the model is read. */
import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import { Alert } from 'antd'
import { useEffect, useState } from 'react'
import type { ProcessDesign } from '../../../../model/contract/workflow/models.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Drawing } from './modeler/drawing.ts'
import { DrawingProvider, openDrawing } from './modeler/drawing.ts'
import { newModel } from './modeler/new-model.ts'
import { Workspace } from './workspace.tsx'
import '../../../shared/workflow/diagram.css'
import './designer.css'

export default function Designer({ model }: { model: ProcessDesign }) {
  const t = useT()
  const [drawing, setDrawing] = useState<Drawing>()
  const [isUnreadable, setUnreadable] = useState(false)
  // As it was opened: what is saved meanwhile does not come back as another one.
  const [{ xml, key, name }] = useState(model)

  useEffect(() => {
    const opened = openDrawing(t)
    let isGone = false
    const open = async () => {
      try {
        await opened.modeler.importXML(xml ?? newModel(key, name))
        if (!isGone) setDrawing(opened)
      } catch {
        if (!isGone) setUnreadable(true)
      }
    }
    void open()
    return () => {
      isGone = true
      setDrawing(undefined)
      // What is saved on leaving is read first.
      setTimeout(() => opened.modeler.destroy())
    }
  }, [xml, key, name, t])

  if (isUnreadable)
    return (
      <>
        <h1>{model.name}</h1>
        <Alert type="error" showIcon title={t('process-diagram.unreadable')} />
      </>
    )
  return (
    drawing && (
      <DrawingProvider value={drawing}>
        <Workspace model={model} />
      </DrawingProvider>
    )
  )
}
